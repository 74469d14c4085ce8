"""Simultaneous critical values for a trial that yields a curve: the Hunter-Worsley bound.

The probability that any of G correlated normal variables exceeds z is at most the sum of their tails, less the joint
tails along the edges of the maximum spanning tree of their correlations. The bound is deterministic, holds at any
level, and for smooth curves is within a few percent of the simulated maximum.
"""

from typing import NamedTuple

import numpy as np

from theorysim import solve

# Above this number of points the correlations are not worth their memory; without them the bound is Bonferroni's.
_LARGEST = 2000


def normal_tail(z):
    """Return P(Z > z)."""
    import scipy.special

    return scipy.special.ndtr(-z)


def normal_critical(tail):
    """Return the z with P(Z > z) = tail."""
    import scipy.special

    return -scipy.special.ndtri(tail)


def orthant(z, correlation):
    """Return P(Z1 > z, Z2 > z) for normal variables with the given correlations, clipped to [0, 1]."""
    nodes, weights = solve.gauss_legendre(40)
    angle = np.arcsin(np.clip(correlation, 0.0, 1.0))
    integrand = np.exp(-np.square(z) / (1 + np.sin(np.multiply.outer(angle, nodes))))
    return normal_tail(z) ** 2 + angle * (integrand @ weights) / (2 * np.pi)


def spanning_edges(correlation):
    """Return the correlations along the maximum spanning tree; equal ones are taken in the order of the index."""
    n_points = correlation.shape[0]
    edges = np.empty(n_points - 1)
    outside = np.ones(n_points, dtype=bool)
    outside[0] = False
    best = correlation[0].copy()
    for step in range(n_points - 1):
        nearest = int(np.argmax(np.where(outside, best, -np.inf)))
        edges[step] = best[nearest]
        outside[nearest] = False
        best = np.maximum(best, correlation[nearest])
    return edges


def correlation_matrix(covariance):
    """Return the correlations; a point without variance counts as independent of the others."""
    spread = np.sqrt(np.diagonal(covariance))
    spread = np.where(spread > 0, spread, 1.0)
    return covariance / spread[:, None] / spread


class Family(NamedTuple):
    """Points that are tested together: their number and the correlations along their spanning tree."""

    n_points: int
    edges: np.ndarray

    def tail(self, point_tail):
        """Return the probability bound that any of the points is as extreme as `point_tail`."""
        if self.n_points == 1 or point_tail <= 0:
            return float(point_tail)
        z = normal_critical(min(point_tail, 0.5))
        bound = self.n_points * normal_tail(z) - orthant(z, self.edges).sum()
        return float(min(1.0, max(bound, point_tail)))

    def point_tail(self, level):
        """Return the tail of one point at which the family has the given level."""
        return level if self.n_points == 1 else float(normal_tail(self.critical(level)))

    def critical(self, level):
        """Return the simultaneous critical value: `tail` of its normal tail equals the level."""
        low, high = normal_critical(level), normal_critical(level / self.n_points)

        def excess(z):
            return self.n_points * normal_tail(z) - orthant(z, self.edges).sum() - level

        if excess(low) <= 0 or self.n_points == 1:
            return float(low)
        return float(solve.bracketed_root(excess, np.asarray(low), np.asarray(high * (1 + 1e-9))))


def family(factors):
    """Return the `Family` of points whose covariance is the sum of F' F over the (trials, points) factors."""
    n_points = factors[0].shape[1]
    if n_points == 1 or n_points > _LARGEST:
        return Family(n_points, np.zeros(0))
    return Family(n_points, spanning_edges(correlation_matrix(sum(factor.T @ factor for factor in factors))))
