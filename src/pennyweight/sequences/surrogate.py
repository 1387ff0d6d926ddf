"""Let a statistical model of all subsets tried say which to try next."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from pennyweight.arrays import Flags, Floats, Labels
from pennyweight.evaluations import EvaluationTable, SubsetProcess, errors_of, pareto
from pennyweight.parallel import one_blas_thread
from pennyweight.sequences.context import SearchContext
from pennyweight.sequences.expected_area import Front, expected_gains
from pennyweight.subsets import Subset, membership

SHORT_LIST = 100  # candidates among which a batch is picked
MOST_LEARNT = 400  # of the subsets tried: those on the front, and the latest


@dataclass(kw_only=True)
class SurrogateSequence:
    """Try neighbours of the front, in batches, by how much area they are expected to gain.

    A Gaussian process on the subsets tried so far predicts the error of those that differ from a
    model on the front by one variable added, dropped or swapped. Where nothing has been tried yet,
    it begins with all variables and each alone. Merits are steadied first, so that it does not look
    where nothing but luck was found.

    Parameters
    ----------
    n_subsets : int or None
        Propose at most so many; None: until the effort is spent, or nothing is to be gained.
    in_all : bool
        Count what other sequences tried before as well.
    batch : int
        How many to propose at once, at least.
    """

    n_subsets: int | None = 100
    in_all: bool = False
    batch: int = 10
    name = "surrogate"

    def run(self, search: SearchContext) -> None:
        """Propose batch after batch.

        Parameters
        ----------
        search : SearchContext
            What the sequence sees, and how it has subsets evaluated.
        """
        if len(search.tried()) < 2:
            search.evaluate([search.full, *((variable,) for variable in search.full)])
        if not search.tried():
            return
        proposed: set[Subset] = set()
        while (left := self._left(search, proposed)) is None or left > 0:
            with one_blas_thread():
                batch = list(self._next_batch(search, proposed))[:left]
            if not batch:
                return
            proposed.update(batch)
            search.evaluate(batch)

    def _left(self, search: SearchContext, proposed: set[Subset]) -> int | None:
        """Return how many may still be proposed; None: as many as there are."""
        if self.n_subsets is None:
            return None
        return self.n_subsets - (len(search.tried()) if self.in_all else len(proposed))

    def _next_batch(self, search: SearchContext, proposed: set[Subset]) -> Iterator[Subset]:
        """Yield what is expected to gain most, as if each found what is expected of it."""
        known = search.tried()
        names = {each.estimator for each in known}
        scored = EvaluationTable.of(known, len(search.problem.variables)).steadied(names)
        members, errors = scored.members, errors_of(scored.merits)
        costs = search.prices.costs(members)
        on_front = pareto.front(costs, -errors)
        candidates = self._candidates(search, members[on_front], proposed)
        if not len(candidates):
            return
        front = Front.of(costs, errors, search.prices.total or 1.0)
        learnt = np.union1d(on_front, np.arange(len(known))[-MOST_LEARNT:])
        model = SubsetProcess.fitted(
            members[learnt], np.log(errors[learnt]), _weights(search.importances)
        )
        mean, deviation = model.predict(candidates)
        price = search.prices.costs(candidates)
        short = np.argsort(-expected_gains(front, price, mean, deviation), kind="stable")
        short = short[:SHORT_LIST]
        for _ in range(min(self._batch(len(known)), len(short))):
            gains = expected_gains(front, price[short], mean[short], deviation[short])
            best = int(gains.argmax())
            if gains[best] <= 0:
                return
            place, short = short[best], np.delete(short, best)
            yield tuple(np.flatnonzero(candidates[place]).tolist())
            front = front.with_point(float(price[place]), float(np.exp(mean[place])))

    def _batch(self, n_known: int) -> int:
        """Return how many to propose: more where one more thought would change little."""
        return max(self.batch, n_known // 20)

    def _candidates(self, search: SearchContext, front: Flags, proposed: set[Subset]) -> Flags:
        """Return the neighbours of the front that are new and can be paid for, each once."""
        found = neighbours(search, front)
        keys, places = np.unique(_keys(found), return_index=True)
        known = [evaluation.subset for evaluation in search.tried()] + list(proposed)
        old = set(_keys(membership(known, found.shape[1])).tolist())
        fresh = places[[key not in old for key in keys.tolist()]]
        kept: Flags = found[fresh][search.affordable(found[fresh])]
        return kept


def _keys(members: Flags) -> Labels:
    """Return each row as bytes, which are quicker to compare."""
    packed = np.packbits(members, axis=1)
    keys: Labels = packed.view(np.dtype((np.void, packed.shape[1]))).ravel()
    return keys


def neighbours(search: SearchContext, subsets: Flags) -> Flags:
    """Return the subsets that differ from given ones by a variable added, dropped or swapped.

    With a variable go those that are computed from it, unless they must stay.
    """
    n_variables = subsets.shape[1]
    one = np.eye(n_variables, dtype=bool)[list(search.promising)]
    removable = search.removable(search.promising)
    gone = np.zeros((len(removable), n_variables), dtype=bool)
    for row, variable in enumerate(removable):
        stays = search.dropping(search.full, variable)
        gone[row] = True
        gone[row, list(stays)] = False
    found = []
    for subset in subsets:
        added = subset | one
        dropped = subset & ~gone[gone[:, subset].any(axis=1)]
        swapped = (dropped[:, None, :] | one[None, :, :]).reshape(-1, n_variables)
        found += [added, dropped, swapped]
    everything = np.concatenate(found)
    proper: Flags = everything[everything.any(axis=1)]
    return proper


def _weights(importances: Floats) -> Floats:
    """Return how far apart two subsets are for each variable that only one of them has."""
    largest = float(np.max(importances))
    share = np.maximum(importances, 0.0) / largest if largest > 0 else np.zeros_like(importances)
    weights: Floats = 0.15 + share
    return weights
