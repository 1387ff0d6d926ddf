"""BudgetSearch: the scikit-learn front door."""

from collections.abc import Iterable, Mapping
from copy import copy, deepcopy
from dataclasses import replace
from functools import partial
from os import PathLike
from typing import Any, ClassVar

import numpy as np
from sklearn.base import BaseEstimator, MetaEstimatorMixin
from sklearn.feature_selection import SelectorMixin
from sklearn.metrics import get_scorer
from sklearn.utils import get_tags
from sklearn.utils.metadata_routing import MetadataRouter
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from pennyweight.arrays import Flags, Floats, Labels, Rows
from pennyweight.effort import Effort
from pennyweight.evaluators import default_scoring, score
from pennyweight.exceptions import BudgetError
from pennyweight.prices import Budget, Limits, as_limits
from pennyweight.problem import check_routes, router_of, take
from pennyweight.report import RunDetails, card, schedule_html, write_report
from pennyweight.schedule import ModelSchedule, ScheduledModel
from pennyweight.search.checks import (
    SETTINGS,
    check_same_kind,
    check_settings,
    check_table,
    check_target,
    limits_for,
    name_of,
    prices_for,
)
from pennyweight.search.default_estimators import default_forests
from pennyweight.search.estimators import are_classifiers, check_estimators
from pennyweight.search.explore import explore, importances_of
from pennyweight.search.presets import default_effort, entries_of, opening_of, resolve
from pennyweight.search.provenance import facts, predicted
from pennyweight.search.row_checks import check_row_weights
from pennyweight.search.setup import make_evaluator
from pennyweight.store import EvaluationStore, remembered_seed, remembering
from pennyweight.subsets import Subset
from pennyweight.words import BRIER, in_words


def _chosen_has(method: str) -> Any:
    """Return a check for `available_if` that says whether the chosen estimator can."""

    def check(search: "BudgetSearch") -> bool:
        return hasattr(search._chosen(), method)

    return check


class BudgetSearch(SelectorMixin, MetaEstimatorMixin, BaseEstimator):
    """Find, for every budget, the most accurate model whose variables it pays for.

    A fitted search keeps its data, so that `model` can fit any step of the schedule; the estimators
    that `model` returns do not.

    Parameters
    ----------
    estimator : estimator, dict of estimators by name, or None
        Any scikit-learn classifier or regressor, pipelines included. With several, each subset is
        tried with each. None: the three random forests of `default_forests`, classifiers where the
        target holds text or up to 20 different whole numbers, else regressors; until it is fitted,
        scikit-learn takes the search for a classifier. Random forests are searched with a compiled
        kernel, which also takes categories; what `model` returns is scikit-learn's own.
    finalists : estimator, dict of estimators by name, or None
        What only the models on the front are tried with, once `estimator` has found them. Both are
        then scored by the same folds.
    prices : array, mapping, Series, DataFrame, PriceList or None
        What the variables cost; see `PriceList`. None: every variable costs 1.
    budget : float, mapping or None
        The most that a model may cost: dearer subsets are not tried, and `predict` uses the best
        model that it pays for. A mapping such as ``{"price": 50, "minutes": 30}`` limits several
        kinds of price. None: the whole schedule, and its best model.
    keep, exclude : names
        The variables that every model has, and those that none has. The columns of an array are
        called x0, x1, ..., and their numbers will do, here and as the keys of `prices`.
    sequences : str, SubsetSequence, or list of them
        What to try: "auto" (single variables, removal by importance per price, and what a
        statistical model of all that was tried expects to gain from), "paper" (the four sequences
        of msB), names of single sequences, or objects of your own.
    scoring : str, callable or None
        What is reported, and chooses: a scorer's name, or `scorer(estimator, X, y)`. None: accuracy
        is reported, or r2 for regressors; see `choose_by`.
    choose_by : str, callable or None
        What chooses between subsets. None: `scoring` where that is given; else the Brier score for
        classifiers that give probabilities (without `class_weight`), which picks less noise than
        accuracy does, and r2 for regressors.
    validation : "oob", float, int, splitter or None
        How subsets are compared: out of bag, on a hold-out share, by so many folds, or by the
        folds of a splitter. None: "oob" for random forests without weights or groups, else five
        folds (fewer where the rarest class or the groups do not suffice).
    test_size : float or None
        The share of rows that no choice ever looks at, put aside first. None: no honest score.
    effort : int, str, callable, list of these, or None
        Try at most so many subsets, each with every estimator; or for so long, as in "90s", "5min"
        or "2h" (what is found depends on the machine); or until a function of a `SearchProgress`
        returns True. The time counts from the first evaluation that took any work, so neither
        compiling nor what a store holds costs any; and six subsets are tried in any case. None:
        with "auto" 100 subsets for up to 15 variables to choose from and 300 for more, all where
        they are no more than that; other sequences, also in a list with it, end by themselves.
    stop_early : bool
        Give random forests only as many trees as the answer needs: subsets that are clearly beaten
        get few, those near the front all. False: all trees for every subset.
    n_jobs : int or None
        How many subsets to evaluate at once; the result is the same for any number.
    random_state : int, RandomState or None
        An int makes the search repeatable.
    store : path, EvaluationStore or None
        Where evaluations are kept, from this run and for the next: after a crash, run again, and
        the search goes on where it stopped. Without a `random_state`, the seed is kept there, too.
        None: memory.
    on_interrupt : "raise" or "keep"
        After Ctrl-C, raise KeyboardInterrupt; or end with the schedule so far. A store keeps what
        is done either way.
    progress : bool or callable
        Show a bar with the subsets done, their rate and the best score so far; or a function that
        gets a `SearchProgress` after every evaluation, and shows what it likes.

    Attributes
    ----------
    schedule_ : ModelSchedule
        The result.
    prices_ : PriceList
        The prices, matched with the columns of the data.
    best_model_ : ScheduledModel
        The step of the schedule that `predict` uses.
    best_estimator_ : estimator
        Its estimator, fitted to all rows of its own columns when it is first used.
    scorer_ : callable
        What scores, for the report.
    details_ : RunDetails
        How the schedule was made, as its report tells it.
    n_features_in_, feature_names_in_, classes_
        As in scikit-learn.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from pennyweight import BudgetSearch
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> prices = dict(zip(X.columns, [5, 2, 8, 4]))
    >>> search = BudgetSearch(prices=prices, sequences="singles", random_state=0).fit(X, y)
    >>> search.schedule_.best(budget=6).variables
    ('petal width (cm)',)
    >>> search.model(budget=3).feature_names_in_
    array(['sepal width (cm)'], dtype=object)
    """

    _parameter_constraints: ClassVar[dict[str, Any]] = {
        name: allowed for name, (allowed, _) in SETTINGS.items()
    }

    def __init__(
        self,
        estimator: Any = None,
        *,
        finalists: Any = None,
        prices: Any = None,
        budget: Budget = None,
        keep: Iterable[str] = (),
        exclude: Iterable[str] = (),
        sequences: Any = "auto",
        scoring: Any = None,
        choose_by: Any = None,
        validation: Any = None,
        test_size: float | None = 0.2,
        effort: Any = None,
        stop_early: bool = True,
        n_jobs: int | None = None,
        random_state: Any = None,
        store: Any = None,
        on_interrupt: str = "raise",
        progress: Any = False,
    ) -> None:
        self.estimator = estimator
        self.finalists = finalists
        self.prices = prices
        self.budget = budget
        self.keep = keep
        self.exclude = exclude
        self.sequences = sequences
        self.scoring = scoring
        self.choose_by = choose_by
        self.validation = validation
        self.test_size = test_size
        self.effort = effort
        self.stop_early = stop_early
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.store = store
        self.on_interrupt = on_interrupt
        self.progress = progress

    def fit(self, X: Any, y: Any, sample_weight: Any = None, groups: Any = None) -> "BudgetSearch":
        """Search; models are fitted when they are asked for.

        Parameters
        ----------
        X : array or DataFrame of shape (n_rows, n_columns)
            The data: of NumPy, pandas, polars (a LazyFrame is collected) or Arrow.
        y : array of shape (n_rows,)
            What to predict.
        sample_weight : array of shape (n_rows,), optional
            A weight for each row, in fitting and in scoring.
        groups : array of shape (n_rows,), optional
            Rows of the same group stay together, in the test part and in the folds. A label is a
            number, a text or a tuple.

        Returns
        -------
        BudgetSearch
            The search itself, fitted.
        """
        searched = copy(self)._search(X, y, sample_weight, groups)
        # All at once: a search that fails or is interrupted leaves no trace.
        self.__dict__ = searched.__dict__
        return self

    def reprice(self, prices: Any) -> "BudgetSearch":
        """Return this search continued under other prices: what was evaluated is not run again.

        `schedule_.reprice` answers at once from what is there; this looks further, where the new
        prices lead the sequences.

        Parameters
        ----------
        prices : as in `ModelSchedule.reprice`
            The new prices.

        Returns
        -------
        BudgetSearch
            A fitted search of its own; this one stays as it is.
        """
        check_is_fitted(self)
        again = copy(self)
        again.prices_ = again.prices = self.prices_.revised(prices)
        limits, effort = again._limits_of_search(), Effort.of(again.effort)
        return again._explore(limits, effort, self.schedule_.reprice(again.prices_))

    def model(self, budget: Budget = None) -> Any:
        """Return the fitted estimator for a budget; it needs only its own columns.

        Parameters
        ----------
        budget : float, mapping or None
            What its variables may cost. None: the budget of the search.

        Returns
        -------
        estimator
            The estimator, fitted to all rows; it takes tables that have its columns.
        """
        chosen = self._step_for(budget)
        return self.best_estimator_ if chosen == self.best_model_ else self._refit(chosen)

    @property
    def best_estimator_(self) -> Any:
        """The estimator of `best_model_`, fitted to all rows of its own columns when first used."""
        if not hasattr(self, "best_model_"):
            raise AttributeError("the search has no best_estimator_ before it is fitted")
        if not self._fitted:
            self._fitted[self.best_model_] = self._refit(self.best_model_)
        return self._fitted[self.best_model_]

    @property
    def details_(self) -> RunDetails:
        """How the schedule was made, and how much each variable matters to the model of all."""
        if not hasattr(self, "schedule_"):
            raise AttributeError("the search has no details_ before it is fitted")
        full = self._evaluator.problem.full
        importances = importances_of(self._evaluator.tried(), self._ranked, full)
        return RunDetails(facts=self._facts, importances=tuple(importances.tolist()))

    def predict(self, X: Any) -> Labels:
        """Predict with the model for `budget`.

        Parameters
        ----------
        X : table
            Rows with the columns of the data that the search was fitted to.

        Returns
        -------
        array
            The class, or the value, of each row.
        """
        return np.asarray(self._ask("predict", X))

    @available_if(_chosen_has("predict_proba"))
    def predict_proba(self, X: Any) -> Any:
        """Return class probabilities by the model for `budget`."""
        return self._ask("predict_proba", X)

    @available_if(_chosen_has("predict_log_proba"))
    def predict_log_proba(self, X: Any) -> Any:
        """Return logarithms of class probabilities by the model for `budget`."""
        return self._ask("predict_log_proba", X)

    @available_if(_chosen_has("decision_function"))
    def decision_function(self, X: Any) -> Any:
        """Return the decision function of the model for `budget`."""
        return self._ask("decision_function", X)

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """Score the model for `budget` on new rows.

        Parameters
        ----------
        X : table
            Rows with the columns of the data that the search was fitted to.
        y : array
            What is true of them.
        sample_weight : array or None
            How much each row counts.

        Returns
        -------
        float
            The score by `scoring`; higher is better.
        """
        own = self._own_columns(X)
        return score(self.scorer_, self.best_estimator_, own, y, sample_weight)

    @property
    def classes_(self) -> Labels:
        """The classes, when the estimator is a classifier."""
        classes: Labels = self.best_estimator_.classes_
        return classes

    def report(
        self,
        path: str | PathLike[str],
        *,
        title: str = "Model schedule",
        notes: tuple[tuple[str, str], ...] = (),
    ) -> None:
        """Write one self-contained HTML page, in which the prices can be edited.

        Parameters
        ----------
        path : str or path
            The file to write.
        title : str
            The heading of the page.
        notes : tuple of pairs of str
            What else to say of how it was made: pairs of a label and a text.
        """
        check_is_fitted(self)
        details = self.details_
        named = replace(details, title=title, facts=(*notes, *details.facts))
        write_report(self.schedule_, path, named)

    def card(self, budget: Budget = None) -> str:
        """Return the card of the model for a budget, as Markdown.

        It says what the model needs, what that costs, how well it does and how that was measured.

        Parameters
        ----------
        budget : float, mapping or None
            What its variables may cost. None: the budget of the search.

        Returns
        -------
        str
            The card, as Markdown.
        """
        model = self._step_for(budget)
        return card(self.schedule_, model, RunDetails(facts=self._facts))

    def get_metadata_routing(self) -> MetadataRouter:
        """Return where weights and groups go, for scikit-learn's metadata routing.

        Returns
        -------
        MetadataRouter
            What scikit-learn's routing asks for.
        """
        estimators: dict[str, Any] = {}
        for role, given in (("estimator", self.estimator), ("finalist", self.finalists)):
            if isinstance(given, Mapping):
                estimators |= {f"{role} {name}": each for name, each in given.items()}
            elif given is not None:
                estimators[role] = given
        scorers = {
            role: get_scorer(given)
            for role, given in (("scorer", self.scoring), ("chooser", self.choose_by))
            if given is not None and in_words(str(given)) != BRIER
        }
        return router_of(self, estimators=estimators, scorers=scorers, splitter=self.validation)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        given = get_tags(self._first())
        tags.estimator_type = given.estimator_type
        tags.classifier_tags = deepcopy(given.classifier_tags)
        tags.regressor_tags = deepcopy(given.regressor_tags)
        if tags.classifier_tags is not None:
            tags.classifier_tags.multi_label = False
        tags.target_tags.required = True
        tags.input_tags.allow_nan = given.input_tags.allow_nan
        return tags

    def _html_repr(self) -> str:
        diagram: str = super()._html_repr()
        if not hasattr(self, "schedule_"):
            return diagram
        return f"<div>{self._predicts()}</div>{schedule_html(self.schedule_)}{diagram}"

    def __repr__(self, *args: Any) -> str:
        shown = super().__repr__(*args)
        return f"{shown}  # {self._predicts()}" if hasattr(self, "schedule_") else shown

    def _predicts(self) -> str:
        return f"predicts {predicted(self._evaluator.problem)}"

    def _search(self, X: Any, y: Any, sample_weight: Any, groups: Any) -> "BudgetSearch":
        """Check what was given, and search."""
        check_estimators(self.estimator)
        check_estimators(self.finalists)
        self._validate_params()
        effort = Effort.of(self.effort)
        X = check_table(self, X, reset=True)
        weights = check_row_weights(sample_weight, X)
        classification = are_classifiers(self.estimator, self.finalists)
        target = check_target(X, y, groups, weights, classification=classification)
        self.prices_ = prices_for(X, self.prices)
        limits = self._limits_of_search()
        self._evaluator = make_evaluator(
            X,
            target,
            weights,
            self.prices_,
            estimator=self.estimator,
            finalists=self.finalists,
            scoring=self.scoring,
            choose_by=self.choose_by,
            validation=self.validation,
            test_size=self.test_size,
            seed=remembered_seed(
                self.random_state, self.store, (X, target.y, target.groups, weights)
            ),
            n_jobs=self.n_jobs,
            stop_early=self.stop_early,
        )
        check_routes(self, sample_weight=sample_weight, groups=groups)
        self.scorer_ = self._evaluator.scorer
        self._memory = EvaluationStore()
        self._ranked: dict[Subset, Floats] = {}
        return self._explore(limits, effort)

    def _validate_params(self) -> None:
        check_settings(self.get_params(deep=False))

    def _limits_of_search(self) -> Limits:
        return limits_for(self.prices_, self.budget, self.keep, self.exclude)

    def _explore(
        self, limits: Limits, effort: Effort, known: ModelSchedule | None = None
    ) -> "BudgetSearch":
        """Search under the prices as they are; what is known belongs in the schedule."""
        chooser = self._evaluator.chooser
        n_choosable = len(self.prices_.variables) - len(limits.keep) - len(limits.exclude)
        sequences = entries_of(self.sequences)
        effort = effort.of_search(default_effort(sequences, n_choosable))
        known = None if known is None else known.within(**limits.budgets)
        private, scoring = self.store is None, self._scoring_name()
        store = self._memory if private else self.store
        with remembering(self._evaluator, store, private=private, scoring=scoring) as memory:
            tried = replace(self._evaluator.tried(), rounds=memory.rounds)
            found = explore(
                self._evaluator.problem,
                self.prices_,
                tried,
                memory.evaluate,
                [*opening_of(sequences, effort), *resolve(sequences, n_choosable, effort)],
                scoring=scoring,
                choose_by=chooser and name_of(self.choose_by or chooser),
                limits=limits,
                effort=effort,
                on_interrupt=self.on_interrupt,
                progress=self.progress,
                also=() if known is None else known.evaluations,
                ranked=self._ranked,
                known=memory.known,
                others=partial(memory.others, tried.names),
            )
        self.schedule_ = found if known is None else found | known
        self._limits = limits
        self._facts = facts(
            self._evaluator.problem,
            self.schedule_,
            limits,
            estimators=self._evaluator.names,
            sequences=self.sequences,
            effort=self.effort,
        )
        self.best_model_ = self.schedule_[-1]
        self._fitted: dict[ScheduledModel, Any] = {}
        return self

    def _step_for(self, budget: Budget) -> ScheduledModel:
        """Return the step of the schedule for a budget; None: for that of the search."""
        check_is_fitted(self)
        if budget is None:
            return self.best_model_
        asked = as_limits(budget, self.prices_.kinds[0])
        for kind, tried in self._limits.budgets.items():
            if asked.get(kind, 0) > tried:
                raise BudgetError(
                    f"the search tried nothing that costs more than {tried:g} ({kind}); "
                    f"search again with budget={budget} or None."
                )
        affordable = self.schedule_.within(**asked)
        if not affordable:
            raise BudgetError(
                f"no model is within budget={budget}; "
                f"the cheapest costs {self.schedule_[0].cost:g}."
            )
        return affordable[-1]

    def _refit(self, model: ScheduledModel) -> Any:
        everything: Rows = np.arange(len(self._evaluator.problem.y))
        return self._evaluator.fit(model.estimator, model.subset, everything)

    def _first(self) -> Any:
        """Return the first estimator as given; where there is none, a forest of the same kind.

        Before the search, that is a classifier, so that others balance their folds by class.
        """
        given = self.estimator
        if isinstance(given, Mapping):
            given = next(iter(given.values()), None)
        if given is not None:
            return given
        found = self._evaluator.problem.classification if hasattr(self, "_evaluator") else True
        return next(iter(default_forests(classification=found).values()))

    def _chosen(self) -> Any:
        """Return the estimator that predicts, not fitted; before the search, the first."""
        if hasattr(self, "best_model_"):
            return self._evaluator.estimators[self.best_model_.estimator]
        return self._first()

    def _scoring_name(self) -> str:
        if self.scoring is None:
            return default_scoring(self._evaluator.problem.classification)
        return name_of(self.scoring)

    def _get_support_mask(self) -> Flags:
        check_is_fitted(self)
        mask = np.zeros(self.n_features_in_, dtype=bool)
        mask[self._evaluator.problem.columns(self.best_model_.subset)] = True
        return mask

    def _own_columns(self, X: Any) -> Any:
        check_is_fitted(self)
        X = check_table(self, X, reset=False)
        check_same_kind(X, self._evaluator.problem.X)
        return take(X, np.arange(X.shape[0]), self.get_support(indices=True).tolist())

    def _ask(self, method: str, X: Any) -> Any:
        own = self._own_columns(X)
        return getattr(self.best_estimator_, method)(own)
