r"""Distribution function and quantiles of the Marchenko-Pastur law.

Eigenvalues x of X^T X / n_samples with unit variances, ``ratio`` = n_features / n_samples. With q the smaller of
sqrt(ratio) and its inverse, and x = low_edge + 4 sqrt(ratio) sin^2(phi / 2), the share of the bulk below x is

    (2 / pi) int_0^phi sin^2 / (1 + q^2 - 2 q cos) = (1 / pi) [phi + (q sin phi - (1 - q^2) theta) / q^2],
    theta = arctan(q sin phi / (1 - q cos phi)),

and the share above it is the same integral with pi - phi and -q. The closed form cancels near an edge and for small q;
there the integral over u = sin^2(phi / 2) is done by a Gauss rule that contains its square root exactly. Many points at
one ratio go through a compiled loop on NumPy.
"""

import functools
import itertools

import numpy as np

from theorysim import solve
from theorysim.arrays import in_blocks
from theorysim.spectra.marchenko_pastur_density import edge_distances, edges
from theorysim.spectra.marchenko_pastur_quadrature import atom, low_edge

_NODES = 10
_BLOCK = 2**15
_MANY = 2**16


def cdf(eigenvalue, ratio, xp):
    """Return the probability of eigenvalues at or below a value, the atom at 0 included."""
    if xp is np and ratio.ndim == 0 and eigenvalue.size >= _MANY:
        return _compiled_cdf(eigenvalue, ratio)
    return in_blocks(lambda x, r: _cdf(x, r, xp), eigenvalue, ratio, xp=xp, host=_BLOCK)


def _compiled_cdf(eigenvalue, ratio):
    from theorysim.spectra import _marchenko_pastur_loops

    q, gap = _square_ratio(ratio, np)
    nodes, weights = (np.array(part) for part in _edge_rule())
    result = np.empty(eigenvalue.size)
    constants = (np.sqrt(ratio), q, gap, atom(ratio, np), _bulk_mass(ratio, np))
    scalars = (float(value) for value in (*itertools.chain(*edges(ratio, np)), *constants))
    _marchenko_pastur_loops.cdf(np.ravel(eigenvalue), *scalars, nodes, weights, result)
    return np.reshape(result, eigenvalue.shape)


@np.errstate(all="ignore")
def _cdf(eigenvalue, ratio, xp):
    near, is_low = _near_share(eigenvalue, ratio, xp)
    below = is_low * near + (1 - is_low) * (1 - near)
    return xp.where(eigenvalue >= 0, atom(ratio, xp) + _bulk_mass(ratio, xp) * below, 0.0)


def survival(eigenvalue, ratio, xp):
    """Return the probability of eigenvalues above a value, without cancellation at the upper edge."""
    return in_blocks(lambda x, r: _survival(x, r, xp), eigenvalue, ratio, xp=xp, host=_BLOCK)


@np.errstate(all="ignore")
def _survival(eigenvalue, ratio, xp):
    near, is_low = _near_share(eigenvalue, ratio, xp)
    above = is_low * (1 - near) + (1 - is_low) * near
    return xp.where(eigenvalue >= 0, _bulk_mass(ratio, xp) * above, 1.0)


def quantile(probability, ratio, xp):
    """Return the smallest x with cdf(x) >= probability: 0 within the atom, the edges at 0 and 1.

    The angle is found between two bounds: the integrand is at most 1, so the angle is at least the integral.
    """
    return in_blocks(lambda p, r: _quantile(p, r, xp), probability, ratio, xp=xp, host=_BLOCK)


@np.errstate(all="ignore")
def _quantile(probability, ratio, xp):
    probability, ratio = xp.broadcast_arrays(probability, ratio)
    q, gap = _square_ratio(ratio, xp)
    half_pi, middle = xp.pi / 2 + 0.0 * q, 0.5 + 0.0 * q
    lower_half = _half_pi_share(middle, q, gap, xp)
    from_low = half_pi * (probability - atom(ratio, xp)) / _bulk_mass(ratio, xp)
    from_high = half_pi * (1 - probability) / _bulk_mass(ratio, xp)
    is_low = from_low <= lower_half
    target = xp.where(is_low, from_low, xp.minimum(from_high, half_pi - lower_half))
    side, side_gap = xp.where(is_low, q, -q), xp.where(is_low, gap, 1 + q)
    # The share of half the bulk may round below the target that was computed from the other side.
    target = xp.minimum(target, _half_pi_share(xp.sin(half_pi / 2) ** 2, side, side_gap, xp))
    has_angle = target > 1e-290
    safe_target = xp.where(has_angle, target, 0.25)
    angle = solve.bracketed_root(
        lambda angle: _half_pi_share(xp.sin(angle / 2) ** 2, side, side_gap, xp) - safe_target,
        safe_target * (1 - 1e-14),
        half_pi,
        xp=xp,
    )
    distance = 4 * xp.sqrt(ratio) * xp.sin(xp.where(has_angle, angle, 0.0) / 2) ** 2
    high_edge = (1 + xp.sqrt(ratio)) ** 2
    inside = xp.where(is_low, low_edge(ratio, xp) + distance, high_edge - distance)
    return xp.where((ratio > 1) & (probability <= atom(ratio, xp)), 0.0, inside)


def _bulk_mass(ratio, xp):
    return 1 / xp.maximum(ratio, xp.ones_like(ratio))


def _square_ratio(ratio, xp):
    """Return q, the square root of the ratio or of its inverse, whichever is at most 1, and 1 - q."""
    root = xp.sqrt(ratio)
    q = xp.where(ratio > 1, 1 / root, root)
    gap = xp.abs(1 - ratio) / (1 + root) / xp.maximum(root, xp.ones_like(root))
    return q, gap


def _near_share(eigenvalue, ratio, xp):
    """Return the share of the bulk between a value and the nearer edge, and whether that is the lower one (1 or 0).

    Choices are sums of products with 1 and 0, three times as fast as `where` when neighbors differ.
    """
    above_low, below_high = edge_distances(eigenvalue, ratio, xp)
    q, gap = _square_ratio(ratio, xp)
    is_low = xp.astype(above_low <= below_high, xp.float64)
    squared_sine = xp.clip(xp.minimum(above_low, below_high) / (4 * xp.sqrt(ratio)), 0.0, 0.5)
    side_gap = is_low * gap + (1 - is_low) * (1 + q)
    return _half_pi_share(squared_sine, (2 * is_low - 1) * q, side_gap, xp) * (2 / xp.pi), is_low


def _half_pi_share(squared_sine, q, gap, xp):
    """Return the integral of sin^2 / (1 + q^2 - 2 q cos) from 0 to phi <= pi / 2; gap = 1 - q, q of either sign."""
    is_closed = 4 * q * squared_sine >= gap * gap
    if not bool(xp.any(is_closed)):
        return _by_quadrature(squared_sine, q, gap, xp)
    closed = _in_closed_form(squared_sine, q, gap, xp)
    if bool(xp.all(is_closed)):
        return closed
    return xp.where(is_closed, closed, _by_quadrature(squared_sine, q, gap, xp))


def _by_quadrature(squared_sine, q, gap, xp):
    square, product = gap * gap, 4 * q * squared_sine
    total = xp.zeros_like(product)
    for node, weight in zip(*_edge_rule()):
        total = total + xp.sqrt(weight**2 - squared_sine * (node * weight**2)) / (square + product * node)
    return 8 * squared_sine * xp.sqrt(squared_sine) * total


def _in_closed_form(squared_sine, q, gap, xp):
    sine = 2 * xp.sqrt(squared_sine * (1 - squared_sine))
    theta = xp.atan2(q * sine, gap + 2 * q * squared_sine)
    return xp.asin(xp.sqrt(squared_sine)) + (q * sine - gap * (1 + q) * theta) / (2 * q * q)


@functools.cache
def _edge_rule():
    """Return nodes w and weights of the Gauss rule for sqrt(w) g(w) / 2 on (0, 1): the even half of Gauss-Legendre."""
    positions, weights = np.polynomial.legendre.leggauss(2 * _NODES + 1)
    positions, weights = positions[_NODES + 1 :], weights[_NODES + 1 :] * positions[_NODES + 1 :] ** 2
    return tuple((positions**2).tolist()), tuple((weights / (3 * np.sum(weights))).tolist())
