"""Public data sets from OpenML, through scikit-learn's fetcher, with a bar and clear errors."""

import os
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError, URLError

import pandas as pd
from sklearn.datasets import fetch_openml

from pennyweight.datasets.catalogue import OpenML
from pennyweight.effort import tqdm
from pennyweight.exceptions import DownloadError
from pennyweight.files import user_caches

RETRIES = 2
SECONDS = 0.1  # between two looks at how much has come


def default_home() -> Path:
    """Return where downloads are kept: `PENNYWEIGHT_CACHE`, or a folder of the user's caches."""
    if chosen := os.environ.get("PENNYWEIGHT_CACHE"):
        return Path(chosen)
    caches = user_caches()
    if caches is None:
        raise DownloadError("you have no home folder; set PENNYWEIGHT_CACHE to one for downloads.")
    return caches / "pennyweight"


def fetch(openml: OpenML, file: str, home: Path) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the features and the targets as OpenML has them, from the cache or the network."""
    home.mkdir(parents=True, exist_ok=True)
    try:
        with _bar(openml.name, home), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of retries, and of OpenML's notes on its own copies
            bunch = fetch_openml(
                data_id=openml.data_id,
                data_home=str(home),
                target_column=list(openml.targets) or "default-target",
                as_frame=True,
                n_retries=RETRIES,
                parser="auto",
            )
    except (URLError, TimeoutError, ConnectionError) as error:
        reason = getattr(error, "reason", error)
        if isinstance(error, HTTPError):
            error.close()
        raise DownloadError(
            f"cannot get {openml.name!r} (OpenML {openml.data_id}): {reason}. Connect to the "
            f"network and try again, or put {file}.csv.gz in a folder and set PENNYWEIGHT_DATA "
            "to that folder."
        ) from error
    except ValueError as error:
        raise DownloadError(
            f"OpenML answered for {openml.name!r} ({openml.data_id}) with something that cannot "
            f"be used: {error} Remove {home / 'openml'} and try again."
        ) from error
    return bunch.data, pd.DataFrame(bunch.target)


@contextmanager
def _bar(name: str, home: Path) -> Iterator[None]:
    """Show how much has arrived, while it arrives; nothing where it is there already."""
    done, before = threading.Event(), _size(home)
    bar = tqdm(desc=name, unit="B", unit_scale=True, delay=2 * SECONDS)

    def watch() -> None:
        while not done.wait(SECONDS):
            bar.update(max(0, _size(home) - before - bar.n))

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()
        bar.update(max(0, _size(home) - before - bar.n))
        bar.close()


def _size(folder: Path) -> int:
    total = 0
    for path in folder.rglob("*"):
        try:
            total += path.stat().st_size if path.is_file() else 0
        except OSError:  # a temporary file that is gone
            continue
    return total
