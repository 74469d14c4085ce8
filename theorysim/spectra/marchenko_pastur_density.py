r"""Density of the Marchenko-Pastur law and distances to its edges that keep their digits.

Eigenvalues x of X^T X / n_samples with unit variances, ``ratio`` = n_features / n_samples; the bulk lies between
(1 -+ sqrt(ratio))^2.
"""

import numpy as np

_SPLITTER = 2.0**27 + 1


@np.errstate(all="ignore")
def density(eigenvalue, ratio, xp):
    r"""Return the density of the bulk: 0 outside its edges, infinite at 0 when ratio = 1.

    .. math::

        \rho(x) = \frac{\sqrt{(x_+ - x)(x - x_-)}}{2 \pi r x}
    """
    above_low, below_high = edge_distances(eigenvalue, ratio, xp)
    is_inside = (above_low > 0) & (below_high > 0)
    position = xp.where(is_inside, eigenvalue, 1.0)
    root = xp.sqrt(xp.where(is_inside, above_low, 0.0)) / position * xp.sqrt(xp.where(is_inside, below_high, 0.0))
    value = root / (2 * xp.pi * ratio)
    return xp.where((eigenvalue == 0) & (ratio == 1), xp.inf, value)


@np.errstate(all="ignore")
def edge_distances(eigenvalue, ratio, xp):
    """Return x - low_edge and high_edge - x, at least 0, with absolute error of about 1e-32 (1 + ratio).

    The edges are irrational numbers: rounding them to doubles first would leave no correct digit of the distance for
    the doubles next to an edge. The sums are therefore carried in twice the precision.
    """
    root = xp.sqrt(ratio)
    square, error = _product(root, root, xp)
    correction = (ratio - square - error) / root
    far = 2 * (1 + root) * (1 + root)
    x = xp.minimum(xp.maximum(eigenvalue, -far), far)
    zero = xp.zeros_like(x + ratio)
    above_low = _sum((x, zero - 1, -ratio, 2 * root), correction)
    below_high = _sum((-x, zero + 1, ratio, 2 * root), correction)
    return xp.maximum(above_low, zero), xp.maximum(below_high, zero)


def _sum(terms, correction):
    """Return the compensated sum of the terms and a small correction (Knuth's two-sum)."""
    total, lost = terms[0], correction
    for term in terms[1:]:
        new = total + term
        virtual = new - total
        lost = lost + ((total - (new - virtual)) + (term - virtual))
        total = new
    return total + lost


def _product(a, b, xp):
    """Return the rounded product and its rounding error (Dekker)."""
    high_a, high_b = (_SPLITTER * x - (_SPLITTER * x - x) for x in (a, b))
    low_a, low_b = a - high_a, b - high_b
    product = a * b
    return product, low_a * low_b - (((product - high_a * high_b) - low_a * high_b) - high_a * low_b)
