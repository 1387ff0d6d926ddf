"""A Gaussian process on subsets of variables: nearby subsets have nearly the same error."""

from dataclasses import dataclass
from typing import Self

import numpy as np
from scipy.linalg import eigh

from pennyweight.arrays import Flags, Floats

SCALES = 0.25, 0.5, 1.0, 2.0
NOISES = 1e-4, 1e-3, 1e-2, 1e-1  # as shares of the variance
KNOWN_NOISES = 1e-3, 1e-2, 3e-2, 1e-1, 0.3, 1.0, 3.0, 10.0  # the same, where noise is measured


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SubsetProcess:
    """Predicts a number for every subset from the numbers of some.

    The correlation of two subsets falls with the weights of the variables that only one of them
    has: exp(-scale * sum of weights). The scale and the noise are those of a small grid that make
    the known numbers most likely; mean and variance are estimated with them. Where the variance of
    the noise is known, that of the numbers follows from the share that the noise is of it.

    Parameters
    ----------
    members : array of shape (n, n_variables)
        The known subsets.
    weights : array
        The weight of each variable.
    scale, noise, mean, variance : float
        The parameters found.
    basis, values, residuals : arrays
        The eigenvectors and eigenvalues (noise included) of the correlations, and what the mean
        leaves of the known numbers, in that basis.
    """

    members: Flags
    weights: Floats
    scale: float
    noise: float
    mean: float
    variance: float
    basis: Floats
    values: Floats
    residuals: Floats

    @classmethod
    def fitted(
        cls, members: Flags, numbers: Floats, weights: Floats, noise: float | None = None
    ) -> Self:
        """Choose the parameters by likelihood; `noise` is its variance, if that is known."""
        apart = distances(members, members, weights)
        best, likeliest = None, -np.inf
        for scale in SCALES:
            eigenvalues, basis = eigh(np.exp(-scale * apart), driver="evd")
            ones, turned = basis.sum(axis=0), basis.T @ numbers
            for share in NOISES if noise is None else KNOWN_NOISES:
                values = np.maximum(eigenvalues, 0.0) + share
                mean = float((ones / values) @ turned / ((ones / values) @ ones))
                residuals = turned - mean * ones
                squares = float(np.mean(residuals**2 / values))
                variance = max(squares, 1e-12) if noise is None else noise / share
                misfit = np.log(variance) + squares / variance
                likelihood = -len(numbers) * misfit - np.log(values).sum()
                if likelihood > likeliest:
                    likeliest = likelihood
                    best = cls(
                        members=members,
                        weights=weights,
                        scale=scale,
                        noise=share,
                        mean=mean,
                        variance=variance,
                        basis=basis,
                        values=values,
                        residuals=residuals,
                    )
        if best is None:
            raise ValueError("the numbers to learn from must be finite.")
        return best

    def predict(self, members: Flags) -> tuple[Floats, Floats]:
        """Return the mean and the standard deviation for other subsets."""
        near = np.exp(-self.scale * distances(members, self.members, self.weights)) @ self.basis
        mean: Floats = self.mean + near @ (self.residuals / self.values)
        explained = np.einsum("ij,ij,j->i", near, near, 1 / self.values)
        return mean, np.sqrt(self.variance * np.maximum(1.0 - explained, 1e-9))

    def smoothed(self, numbers: Floats) -> Floats:
        """Return what these parameters make of numbers of the known subsets, column by column."""
        ones, turned = self.basis.sum(axis=0), self.basis.T @ numbers
        mean = (ones / self.values) @ turned / ((ones / self.values) @ ones)
        kept = 1.0 - self.noise / self.values
        found: Floats = mean + self.basis @ (kept[:, None] * (turned - np.outer(ones, mean)))
        return found


def distances(some: Flags, others: Flags, weights: Floats) -> Floats:
    """Return the sum of the weights of the variables that only one of two subsets has.

    >>> distances(np.eye(2, dtype=bool), np.eye(2, dtype=bool), np.array([1.0, 0.5]))
    array([[0. , 1.5],
           [1.5, 0. ]])
    """
    weighted = some * weights
    apart: Floats = weighted.sum(axis=1)[:, None] + others @ weights - 2 * weighted @ others.T
    return np.maximum(apart, 0.0)


def errors_of(merits: Floats) -> Floats:
    """Return how far merits are from perfect, in shares of the worst.

    Perfect is 0 if none is above, else 1, if none is. Otherwise nobody knows what is perfect, and a
    little more than the best must do.
    """
    best, spread = float(merits.max()), float(np.ptp(merits))
    perfect = 0.0 if best <= 0 else 1.0 if best <= 1 else best + 0.1 * spread
    errors = perfect - merits
    worst = float(errors.max()) or 1.0
    return np.maximum(errors / worst, 1e-4 * spread / worst + 1e-12)
