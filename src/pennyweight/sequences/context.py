"""SearchContext: all that a sequence gets to see; SubsetSequence: all that it has to be."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from pennyweight.arrays import Flags, Floats
from pennyweight.evaluations import Evaluation
from pennyweight.prices import PriceList
from pennyweight.problem import Problem
from pennyweight.subsets import Subset

MOST_PROMISING = 60


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SearchContext:
    """What a sequence works with.

    Parameters
    ----------
    problem : Problem
        The data and the variables.
    prices : PriceList
        What variables cost.
    rng : numpy.random.Generator
        The sequence's own randomness.
    evaluate : callable
        Takes subsets (any iterables of indices) and returns the evaluation of each; those over the
        budget are left out. When the effort is spent, it ends the search.
    rank : callable
        Computes the importances in the model of a subset; use `importances`.
    tried : callable
        Returns the best evaluation of every subset tried so far, by whatever sequence.
    affordable : callable
        Takes a table of who is in, a row for each subset, and tells which are within the budget.
    keep, exclude : subsets
        The variables that are always bought, and those that never are. `evaluate` adds the former
        to every subset and takes the latter out.
    """

    problem: Problem
    prices: PriceList
    rng: np.random.Generator
    evaluate: Callable[[Iterable[Iterable[int]]], list[Evaluation]]
    rank: Callable[[Subset], Floats]
    tried: Callable[[], list[Evaluation]]
    affordable: Callable[[Flags], Flags]
    keep: Subset = ()
    exclude: Subset = ()

    @property
    def full(self) -> Subset:
        """All variables that may be bought."""
        return tuple(v for v in self.problem.full if v not in self.exclude)

    @property
    def importances(self) -> Floats:
        """How much each variable matters to the model of all that may be bought; computed once."""
        return self.rank(self.full)

    def importances_of(self, subset: Subset) -> Floats:
        """Return how much each variable matters to the model of a subset; 0 for the others.

        Parameters
        ----------
        subset : tuple of int
            The indices of the variables.

        Returns
        -------
        array of floats
            A number for each variable of the problem.
        """
        return self.rank(subset)

    @property
    def promising(self) -> Subset:
        """The variables that may be bought; of very many, those most important for their price."""
        return self.most_promising(MOST_PROMISING)

    def most_promising(self, n: int) -> Subset:
        """Return so many variables that may be bought: those most important for their price.

        Parameters
        ----------
        n : int
            How many.

        Returns
        -------
        tuple of int
            Their indices, sorted.
        """
        full = np.array(self.full)
        if len(full) <= n:
            return self.full
        alone = np.array([self.prices.cost([variable]) for variable in self.full])
        gains = np.maximum(self.importances[full], 0.0)
        per_price = gains / np.maximum(alone, alone.max() * 1e-6 or 1.0)
        ranks = [np.argsort(np.argsort(-worth, kind="stable")) for worth in (gains, per_price)]
        first = np.argsort(np.minimum(*ranks), kind="stable")[:n]
        return tuple(np.sort(full[first]).tolist())

    def removable(self, subset: Subset) -> Subset:
        """Return the variables of a subset that need not be kept.

        Parameters
        ----------
        subset : tuple of int
            The indices of the variables.

        Returns
        -------
        tuple of int
            The indices of those that may go.
        """
        return tuple(v for v in subset if v not in self.keep)

    def dropping(self, subset: Subset, variable: int) -> Subset:
        """Return a subset without a variable and without those computed from it.

        While one that needs it stays, nothing would be saved.

        Parameters
        ----------
        subset : tuple of int
            The indices of the variables.
        variable : int
            The index of the variable to drop.

        Returns
        -------
        tuple of int
            The indices of those that stay.
        """
        gone = {variable, *self.prices.dependents(variable)}.difference(self.keep)
        return tuple(v for v in subset if v not in gone)

    def savings(self, subset: Subset) -> Floats:
        """Return what dropping each removable variable of a subset saves, given what stays.

        Parameters
        ----------
        subset : tuple of int
            The indices of the variables.

        Returns
        -------
        array of floats
            A number for each of `removable(subset)`.
        """
        variables = self.removable(subset)
        if not any(self.prices.dependents(v) for v in variables):
            return self.prices.savings(subset)[[v not in self.keep for v in subset]]
        cost = self.prices.cost(subset)
        return np.array([cost - self.prices.cost(self.dropping(subset, v)) for v in variables])

    def for_price(self, values: Floats, amounts: Floats, power: float) -> Floats:
        """Return values per amount ** power; an amount of nothing counts as very little.

        Parameters
        ----------
        values : array of floats
            What each is worth.
        amounts : array of floats
            What each costs or saves.
        power : float
            How much prices tell; 0: not at all.

        Returns
        -------
        array of floats
            The values for their price.
        """
        least = (self.prices.total or 1.0) * 1e-9
        per_price: Floats = values / np.maximum(amounts, least) ** power
        return per_price


class SubsetSequence(Protocol):
    """A strategy that proposes subsets. `name` is how the schedule calls it."""

    name: str

    def run(self, search: SearchContext) -> None:
        """Propose subsets by calling `search.evaluate` as often as wanted."""
