r"""Density of the Marchenko-Pastur law and distances to its edges that keep their digits.

Eigenvalues x of X^T X / n_samples with unit variances, ``ratio`` = n_features / n_samples; the bulk lies between
(1 -+ sqrt(ratio))^2.
"""

import numpy as np

from theorysim.arrays import in_blocks

_SPLITTER = 2.0**27 + 1
_BLOCK = 2**14


def density(eigenvalue, ratio, xp):
    r"""Return the density of the bulk: 0 outside its edges, infinite at 0 when ratio = 1.

    .. math::

        \rho(x) = \frac{\sqrt{(x_+ - x)(x - x_-)}}{2 \pi r x}
    """
    return in_blocks(lambda x, r: _density(x, r, xp), eigenvalue, ratio, xp=xp, host=_BLOCK)


@np.errstate(all="ignore")
def _density(eigenvalue, ratio, xp):
    above_low, below_high = edge_distances(eigenvalue, ratio, xp)
    is_inside = (above_low > 0) & (below_high > 0)
    root = xp.sqrt(above_low) / eigenvalue * xp.sqrt(below_high) / (2 * xp.pi * ratio)
    return xp.where((eigenvalue == 0) & (ratio == 1), xp.inf, xp.where(is_inside, root, 0.0))


@np.errstate(all="ignore")
def edge_distances(eigenvalue, ratio, xp):
    """Return x - low_edge and high_edge - x, negative outside, with full relative accuracy even next to an edge.

    The edges are irrational numbers: rounding them to doubles would leave no correct digit of the distance for the
    doubles next to them. They are therefore carried as sums of two doubles.
    """
    (low, low_rest), (high, high_rest) = edges(ratio, xp)
    return (eigenvalue - low) - low_rest, (high - eigenvalue) + high_rest


def edges(ratio, xp):
    """Return the edges of the bulk, each as a sum of two doubles."""
    root = xp.sqrt(ratio)
    square, error = _product(root, root)
    rest = (ratio - square - error) / (2 * root)
    one = xp.ones_like(root)
    return _squared(*_sum(one, -root, -rest)), _squared(*_sum(one, root, rest))


def _sum(a, b, rest):
    """Return a + b + rest as a sum of two doubles (Knuth's two-sum)."""
    total = a + b
    virtual = total - a
    return total, (a - (total - virtual)) + (b - virtual) + rest


def _squared(number, rest):
    square, error = _product(number, number)
    return square, error + (2 * number + rest) * rest


def _product(a, b):
    """Return the rounded product and its rounding error (Dekker)."""
    high_a, high_b = (_SPLITTER * x - (_SPLITTER * x - x) for x in (a, b))
    low_a, low_b = a - high_a, b - high_b
    product = a * b
    return product, low_a * low_b - (((product - high_a * high_b) - low_a * high_b) - high_a * low_b)
