"""What merits should be moved by to lose some of the luck of the rows: similar subsets tell."""

import numpy as np

from pennyweight.arrays import Flags, Floats, Rows
from pennyweight.evaluations.process import SubsetProcess
from pennyweight.parallel import one_blas_thread

FEWEST, MOST = 10, 400  # subsets to learn from together
PART = 200  # of more: time grows with the cube
ALIKE = 0.5  # the weight of each variable: how much it matters must not be learnt from the rows


def shifts_by_likeness(members: Flags, merits: Floats, telling: Flags | None = None) -> Floats:
    """Return what moves the merits of each subset to what a Gaussian process makes of all of them.

    How noisy the mean merit of a subset is shows in how it varies over the blocks, beside the
    others. The more noise, the more a subset is moved towards those that differ from it in few
    variables; with many rows hardly at all. Of several estimators of a subset the best is looked
    at, and all are moved alike.

    Parameters
    ----------
    members : array of shape (n_evaluations, n_variables)
        Who is in the subset of each evaluation.
    merits : array of shape (n_evaluations, n_blocks)
        The merits; where there is a single block, it does not tell its noise.
    telling : array of bool, optional
        Which merits tell what similar subsets get, where a subset has any; by default all.
    """
    unmoved = np.zeros_like(merits)
    if merits.shape[1] < 2:
        return unmoved
    subsets, which = np.unique(members, axis=0, return_inverse=True)
    which = which.reshape(-1)  # NumPy 2.0 gives it two dimensions
    telling = np.ones(len(merits), dtype=bool) if telling is None else telling
    own = merits[_best_of_each(which, telling, merits.mean(axis=1))]
    beside_others = own - own.mean(axis=0)
    noise = float(beside_others.var(axis=1, ddof=1).mean() / own.shape[1])
    if len(own) < FEWEST or not noise > np.finfo(float).eps * np.square(own).mean():
        return unmoved
    n_parts = 1 if len(own) <= MOST else len(own) // PART
    parts = np.array_split(np.arange(len(own)), n_parts)  # in order, so most are among their like
    with one_blas_thread():
        smooth = [_smoothed(subsets[part], own[part], noise) for part in parts]
    shifts: Floats = (np.concatenate(smooth) - own)[which]
    return shifts


def _best_of_each(which: Rows, telling: Flags, means: Floats) -> Rows:
    """Return the place of the best evaluation of each subset, among those that tell."""
    order = np.lexsort((-means, ~telling, which))
    _, first = np.unique(which[order], return_index=True)
    return order[first]


def _smoothed(members: Flags, merits: Floats, noise: float) -> Floats:
    weights = np.full(members.shape[1], ALIKE)
    return SubsetProcess.fitted(members, merits.mean(axis=1), weights, noise).smoothed(merits)
