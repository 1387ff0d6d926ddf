"""RunFolder: where a run keeps its settings, prices, evaluations, schedule, report and models."""

import json
import os
import platform
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from pennyweight import words
from pennyweight.exceptions import DataFileError, RunFolderError
from pennyweight.files import atomic, frame_text
from pennyweight.prices import PriceList
from pennyweight.report import RunDetails, write_report
from pennyweight.run.details import read_details
from pennyweight.run.models import load_model, model_name, save_model
from pennyweight.run.repeating import data_of, refitted, search_of
from pennyweight.run.roles import Loaded
from pennyweight.run.settings import RunSettings, how_to_go_on
from pennyweight.schedule import ModelSchedule, ScheduledModel
from pennyweight.search import BudgetSearch

LOCK = ".lock"


class RunFolder:
    """A run on disk; every file in it is written whole or not at all.

    Parameters
    ----------
    path : path
        The folder.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.settings_file = self.path / "settings.toml"
        self.schedule_file = self.path / "schedule.json"
        self.evaluations_file = self.path / "evaluations.sqlite"
        self.prices_file = self.path / "prices.csv"
        self.report_file = self.path / "report.html"
        self.models = self.path / "models"

    @property
    def settings(self) -> RunSettings:
        """What the run is made of."""
        return RunSettings.read(self.settings_file)

    @property
    def schedule(self) -> ModelSchedule:
        """The result."""
        settings = self.settings
        if not self.schedule_file.exists():
            raise RunFolderError(
                f"{self.path} holds a run on {settings.data} that is not finished; "
                f"{how_to_go_on(self.settings_file)}"
            )
        return ModelSchedule.load(self.schedule_file)

    @property
    def details(self) -> RunDetails:
        """How the run was made, for its report."""
        return read_details(self.path / "details.json", len(self.schedule.prices.variables))

    @property
    def prices(self) -> PriceList | None:
        """The prices of the run, with or without a result; None where there is no run."""
        listed = self.settings_file.exists() and self.prices_file.exists()
        return PriceList.from_csv(self.prices_file) if listed else None

    def search(self, trusted: tuple[str, ...] = ()) -> BudgetSearch:
        """Return the search of the run, not fitted: with its data it gives the same schedule.

        Parameters
        ----------
        trusted : tuple of str
            Code of yours that the settings name (``module:object``) and that may run.

        Returns
        -------
        BudgetSearch
            A search with the settings of the run, ready to be fitted.
        """
        return search_of(*self._made_of(), trusted)

    def data(self) -> Loaded:
        """Read the data of the run: `X`, `y`, `groups` and `weights`.

        Returns
        -------
        Loaded
            The table, taken apart into variables, target, weights and groups.
        """
        return data_of(*self._made_of())

    def _made_of(self) -> tuple[RunSettings, PriceList]:
        settings, prices = self.settings, self.prices
        if prices is None:
            raise RunFolderError(f"{self.path} has no {self.prices_file.name}; run fit again.")
        return settings, prices

    def has_prices(self, prices: PriceList) -> bool:
        """Tell whether these are the prices of the run, as its file has them.

        Parameters
        ----------
        prices : PriceList
            Prices, matched with the columns of the data.

        Returns
        -------
        bool
            Whether writing them would change nothing.
        """
        return self.prices_file.read_bytes() == frame_text(prices.to_frame()).encode()

    def check(self, settings: RunSettings) -> None:
        """Refuse settings that go on with no run that is here, where there is one.

        Parameters
        ----------
        settings : RunSettings
            What is asked for now.
        """
        if self.path.exists() and not self.path.is_dir():
            raise RunFolderError(f"{self.path} is a file; give a folder for the run.")
        if self.settings_file.exists():
            settings.check_same(self.settings, self.path)
        elif self.path.exists() and not _is_beginning(self.path):
            raise RunFolderError(
                f"{self.path} has files in it that are no run; give a new or an empty folder."
            )

    @contextmanager
    def begun(self, settings: RunSettings, prices: PriceList, command: str) -> "Iterator[Begun]":
        """Start a run, or go on with the one that is there; until it is left, nobody else can.

        Parameters
        ----------
        settings : RunSettings
            What the run is to do.
        prices : PriceList
            What it begins with.
        command : str
            The command line that repeats it.

        Yields
        ------
        Begun
            What the run goes on with.
        """
        self.check(settings)
        self.path.mkdir(parents=True, exist_ok=True)
        try:
            with self._held():
                self.check(settings)
                yield self._begin(settings, prices, command)
        finally:
            with suppress(OSError):  # as long as there is anything in it
                self.path.rmdir()

    @contextmanager
    def _held(self) -> Iterator[None]:
        owner = f"process {os.getpid()} on {platform.node()}, since {datetime.now():%d %B %H:%M}"
        with ExitStack() as stack:
            try:
                stack.enter_context(atomic.alone(self.path / LOCK, owner))
            except BlockingIOError as error:
                raise RunFolderError(
                    f"{self.path} is being written to by {error.strerror}; wait until that has "
                    "ended, or end it, and try again."
                ) from error
            yield

    def _begin(self, settings: RunSettings, prices: PriceList, command: str) -> "Begun":
        files = [file for file in (self.settings_file, self.prices_file) if file.exists()]
        before = {file: file.read_bytes() for file in files}
        self.models.mkdir(exist_ok=True)
        self._remove_leftovers()
        settings.write(self.settings_file, command)
        self._write_prices(prices)
        return Begun(folder=self, before=before)

    def abandon(self) -> None:
        """Remove a run in which nothing was done yet."""
        for file in self.path.glob(f"{self.evaluations_file.name}*"):
            file.unlink()
        self.prices_file.unlink(missing_ok=True)
        self.models.rmdir()
        self.settings_file.unlink(missing_ok=True)  # last: without it, files are no run

    def finish(
        self, search: Any, details: RunDetails, *, report: bool, say: Callable[[str], object]
    ) -> None:
        """Write the result of a fitted search; the schedule comes last, when all else is there.

        Parameters
        ----------
        search : BudgetSearch
            The search, fitted.
        details : RunDetails
            What the report says beside the schedule.
        report : bool
            Whether to write the report.
        say : callable
            What is called with a sentence before each step.
        """
        schedule: ModelSchedule = search.schedule_
        for model in schedule:
            say(f"fitting the model for {words.money(model.cost)}")
            self._write_model(search, model)
        atomic.write_text(self.path / "details.json", json.dumps(asdict(details)))
        self.write_table(schedule)
        if report:
            say("writing the report")
            write_report(schedule, self.report_file, details)
        schedule.save(self.schedule_file)
        self._remove_stale_files(schedule)

    def model(self, step: ScheduledModel, trusted: tuple[str, ...] = ()) -> Any:
        """Return the fitted model of a step of the schedule, at these prices or at any others.

        One that is not saved is fitted to the data of the run, and saved.

        Parameters
        ----------
        step : ScheduledModel
            A model of the run's schedule.
        trusted : tuple of str
            Further types to trust in the file, such as "my_package.MyClassifier".

        Returns
        -------
        estimator
            The fitted model.
        """
        path = self._model_file(step)
        if path.exists():
            return load_model(path, trusted)
        try:
            model = refitted(self.settings, self.schedule.prices, step, trusted)
        except (RunFolderError, DataFileError) as error:
            raise RunFolderError(
                f"the model for {words.money(step.cost)} is not in {self.models}, and cannot be "
                f"fitted anew: {error}"
            ) from error
        with suppress(OSError):  # a folder that cannot be written to still gives its models
            self.models.mkdir(exist_ok=True)
            save_model(path, model)
        return model

    def write_table(self, schedule: ModelSchedule) -> None:
        """Write the schedule as a CSV file, with the names of the models' files.

        Parameters
        ----------
        schedule : ModelSchedule
            What to write.
        """
        frame = schedule.to_frame()
        frame["model"] = [f"models/{model_name(model)}.skops" for model in schedule]
        atomic.write_text(self.path / "schedule.csv", frame_text(frame))

    def _write_prices(self, prices: PriceList) -> None:
        with atomic.replacing(self.prices_file) as part:
            prices.to_csv(part)

    def _write_model(self, search: Any, model: ScheduledModel) -> None:
        save_model(self._model_file(model), search.model(budget=model.cost))
        atomic.write_text(
            self._model_file(model).with_suffix(".md"), search.card(budget=model.cost)
        )

    def _model_file(self, model: ScheduledModel) -> Path:
        return self.models / f"{model_name(model)}.skops"

    def _remove_stale_files(self, schedule: ModelSchedule) -> None:
        wanted = {model_name(model) for model in schedule}
        for file in self.models.iterdir():
            if file.stem not in wanted and not atomic.is_part(file):
                file.unlink(missing_ok=True)
        self._remove_leftovers()

    def _remove_leftovers(self) -> None:
        for folder in (self.path, self.models):
            atomic.remove_leftovers(folder)


@dataclass(frozen=True, slots=True, kw_only=True)
class Begun:
    """A run that was begun, or taken up again: what its settings and prices were before."""

    folder: RunFolder
    before: Mapping[Path, bytes]

    @property
    def resumed(self) -> bool:
        """Whether there was a run."""
        return self.folder.settings_file in self.before

    def undo(self) -> None:
        """Leave the folder as it was, where nothing was done yet."""
        if not self.resumed:
            self.folder.abandon()
        for file, data in self.before.items():
            atomic.write_bytes(file, data)


def _is_beginning(folder: Path) -> bool:
    """Tell whether a folder holds nothing but what is there before a run has its settings."""
    inside = list(folder.iterdir())
    if models := [path for path in inside if path.name == "models" and path.is_dir()]:
        inside += models[0].iterdir()
    return all(path in models or path.name == LOCK or atomic.is_part(path) for path in inside)
