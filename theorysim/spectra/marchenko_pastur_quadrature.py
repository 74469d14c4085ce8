r"""Averages over the Marchenko-Pastur law by quadrature in its angle.

The eigenvalue is written x = low_edge + 4 sqrt(ratio) sin^2(phi / 2) with phi in (0, pi); then the density times dx is
(2 / pi) sin^2(phi) / x dphi, with no square root left at the edges. ``ratio`` = n_features / n_samples of X^T X /
n_samples with unit variances, ``resolution`` = 1 / (the scale of x near 0 on which the averaged function varies).
"""

import math

import numpy as np

from theorysim import solve

_DEEPEST_BULK = 60
_DEEPEST = 340


def low_edge(ratio, xp):
    """Return (1 - sqrt(ratio))^2 without cancellation near ratio 1."""
    root = (1 - ratio) / (1 + xp.sqrt(ratio))
    return root * root


def atom(ratio, xp):
    """Return the mass max(0, 1 - 1 / ratio) at the eigenvalue 0."""
    return xp.where(ratio > 1, (ratio - 1) / ratio, 0.0 * ratio)


def panel_nodes(ratio, resolution, xp, device):
    r"""Return eigenvalues and weights of graded Gauss panels for averages over the law.

    For every ratio > 0, atom included (the universal form), and for the bulk alone (the bulk form),

    .. math::

        E[f] = f(0) + \sum_j w_j \frac{f(x_j) - f(0)}{x_j}, \qquad
        \int f \rho_{\mathrm{bulk}} = \sum_j w_j \frac{f(x_j)}{x_j}.

    Parameters
    ----------
    ratio, resolution : array
        Float64, resolution >= 0, infinity included. The depth of the panels is that of the most demanding elements.
    xp, device
        Namespace of the arrays and where the nodes go.

    Returns
    -------
    eigenvalues : array, shape ratio.shape + (nodes,)
    weights : array, shape (nodes,)
        (2 / pi) sin^2(phi) dphi; they add up to E[x] = 1.
    """
    angles, widths = solve.graded_panels(depth(ratio, resolution, xp))
    half_sine = xp.asarray(4 * np.sin(angles / 2) ** 2, device=device)
    weights = xp.asarray(2 / np.pi * np.sin(angles) ** 2 * widths, device=device)
    column = ratio[..., None]
    return low_edge(column, xp) + xp.sqrt(column) * half_sine, weights


@np.errstate(all="ignore")
def mean_universal(function, ratio, resolution, xp, device):
    """Return E[f] from differences f(x) - f(0), in which atom and pole cancel."""
    eigenvalues, weights = panel_nodes(ratio, resolution, xp, device)
    at_zero = _values(function, 0.0 * eigenvalues[..., :1])
    return at_zero[..., 0] + xp.sum(weights * (_values(function, eigenvalues) - at_zero) / eigenvalues, axis=-1)


@np.errstate(all="ignore")
def mean_bulk(function, ratio, resolution, xp, device):
    """Return E[f] as the atom's share of f(0) plus the bulk integral."""
    eigenvalues, weights = panel_nodes(ratio, resolution, xp, device)
    bulk = xp.sum(weights * _values(function, eigenvalues) / eigenvalues, axis=-1)
    if not bool(xp.any(ratio > 1)):
        return bulk
    at_zero = _values(function, 0.0 * eigenvalues[..., :1])[..., 0]
    return bulk + xp.where(ratio > 1, atom(ratio, xp) * at_zero, 0.0)


def _values(function, eigenvalues):
    return function(eigenvalues) + 0.0 * eigenvalues


@np.errstate(all="ignore")
def moment(order, ratio, xp, device):
    """Return E[x^order]: x^(order - 1) is a polynomial of cos(phi), for which the Gauss-Chebyshev rule is exact."""
    if math.prod(order.shape) == 0:
        return order * ratio
    angles, widths = solve.gauss_chebyshev(int(float(xp.max(order))) // 2 + 1)
    weights = xp.asarray(2 / np.pi * np.sin(angles) ** 2 * widths, device=device)
    half_sine = xp.asarray(4 * np.sin(angles / 2) ** 2, device=device)
    eigenvalues = low_edge(ratio, xp)[..., None] + xp.sqrt(ratio)[..., None] * half_sine
    powers = eigenvalues ** xp.where(order > 0, order - 1, 0.0)[..., None]
    return xp.where(order > 0, xp.sum(weights * powers, axis=-1), 1.0)


@np.errstate(all="ignore")
def depth(ratio, resolution, xp):
    """Return the depth that resolves x ~ 1 / resolution and, for the pole of the bulk form, the lower edge."""
    if math.prod(ratio.shape) == 0 or math.prod(resolution.shape) == 0:
        return 1
    per_angle = xp.max(xp.sqrt(xp.sqrt(ratio))) * xp.sqrt(xp.max(resolution))
    of_function = min(math.log2(4 * max(1.0, min(float(per_angle), 2.0**1000))) + 1, _DEEPEST)
    gap = xp.abs(1 - ratio) / (1 + xp.sqrt(ratio)) / xp.sqrt(xp.sqrt(ratio))
    nearest = float(xp.min(xp.where(gap > 0, gap, 1.0)))
    of_edge = min(math.log2(8 / nearest), _DEEPEST_BULK)
    return max(1, math.ceil(of_function), math.ceil(of_edge))
