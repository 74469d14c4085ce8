"""Elementwise solvers and quadrature nodes; each solver raises NotConverged with the residual.

The unknowns of learning theory (an effective ridge, a stopping time) are positive and range over hundreds of orders of
magnitude, so brackets are divided in the logarithm while the unknown itself is stored: a root of 1e-170 is found to the
same number of digits as a root of 1.
"""

import functools
import math

import numpy as np

from theorysim.errors import NotConverged, require

__all__ = ["bracketed_root", "fixed_point", "gauss_chebyshev", "gauss_legendre", "graded_panels"]

_EPSILON = 2.0**-52


@np.errstate(all="ignore")
def bracketed_root(function, low, high, *, xp=np, relative_tolerance=2 * _EPSILON, max_iterations=200):
    """Find the positive root of a function in a bracket, for each element of an array.

    Chandrupatla's method (inverse quadratic interpolation safeguarded by bisection) in the logarithm of the unknown.

    Parameters
    ----------
    function : callable
        Maps an array of positive unknowns to an array of values of the same shape.
    low, high : array
        Ends of the bracket, 0 < low <= high < inf, where the function has opposite signs or is zero.
    xp : namespace
        Namespace of the arrays.
    relative_tolerance : float
        Width of the final bracket relative to the root; at least one unit in the last place.
    max_iterations : int
        Evaluations after which `NotConverged` is raised.

    Returns
    -------
    array
        The roots, with the broadcast shape of `low` and `high`.

    Raises
    ------
    DomainError
        When a bracket is not positive, ordered and finite, or no evaluation is allowed.
    NotConverged
        When the function has one sign at both ends, returns nan, or the iterations run out. The residual is the
        function's largest absolute value among the elements that failed.

    Examples
    --------
    >>> import numpy as np
    >>> root = bracketed_root(lambda x: np.log(x) + 170 * np.log(10.0), np.asarray(1e-300), np.asarray(1.0))
    >>> bool(abs(root / 1e-170 - 1) < 1e-13)
    True
    """
    require(max_iterations >= 1, "solve.bracketed_root", "max_iterations", "at least 1", max_iterations)
    shape = np.broadcast_shapes(tuple(low.shape), tuple(high.shape))
    a, b = xp.broadcast_to(low, shape), xp.broadcast_to(high, shape)
    is_bracket = (a > 0) & (b >= a) & xp.isfinite(b)
    require(bool(xp.all(is_bracket)), "solve.bracketed_root", "the bracket", "0 < low <= high < inf", (low, high))
    value_a, value_b = function(a), function(b)
    bad = (xp.sign(value_a) * xp.sign(value_b) > 0) | xp.isnan(value_a) | xp.isnan(value_b)
    if bool(xp.any(bad)):
        raise NotConverged(
            "solve.bracketed_root: the function must change sign in the bracket",
            _largest(xp.minimum(xp.abs(value_a), xp.abs(value_b)), bad, xp),
        )
    fraction = 0.5 + 0.0 * value_a
    for _ in range(max_iterations):
        a_is_best = xp.abs(value_a) < xp.abs(value_b)
        best, residual = xp.where(a_is_best, a, b), xp.minimum(xp.abs(value_a), xp.abs(value_b))
        tolerance = relative_tolerance * best
        open_ = (xp.abs(b - a) > tolerance) & (residual != 0)
        if not bool(xp.any(open_)):
            return best
        width = _log_ratio(b, a, xp)
        least = xp.minimum(0.5 * relative_tolerance / xp.where(open_, xp.abs(width), 1.0), 0.5 + 0.0 * width)
        fraction = xp.minimum(xp.maximum(fraction, least), 1.0 - least)
        new = xp.where(open_, a * xp.exp(fraction * width), best)
        new = xp.minimum(xp.maximum(new, xp.minimum(a, b)), xp.maximum(a, b))
        value = function(new)
        if bool(xp.any(xp.isnan(value))):
            raise NotConverged("solve.bracketed_root: the function must not be nan in the bracket", math.nan)
        same = xp.sign(value) == xp.sign(value_a)
        c, value_c = xp.where(same, a, b), xp.where(same, value_a, value_b)
        b, value_b = xp.where(same, b, a), xp.where(same, value_b, value_a)
        a, value_a = new, value
        fraction = _interpolation(_log_ratio(b, a, xp), _log_ratio(c, a, xp), value_a, value_b, value_c, xp)
    raise NotConverged(
        f"solve.bracketed_root: {max_iterations} iterations were not enough; raise relative_tolerance",
        _largest(residual, open_, xp),
    )


def _log_ratio(numerator, denominator, xp):
    """Return log(numerator / denominator) without losing digits near 1 or overflowing far from it."""
    is_near = (numerator < 2 * denominator) & (denominator < 2 * numerator)
    near = xp.where(is_near, (numerator - denominator) / denominator, 0.0 * denominator)
    return xp.where(is_near, xp.log1p(near), xp.log(numerator) - xp.log(denominator))


def _interpolation(to_b, to_c, value_a, value_b, value_c, xp):
    """Return Chandrupatla's next position as a fraction of the way from a to b."""
    half = 0.5 + 0.0 * value_a
    distinct = (value_a != value_b) & (value_b != value_c) & (value_a != value_c) & (to_b != to_c) & (to_b != 0)

    def safe(x):
        return xp.where(distinct, x, 1.0)

    xi = safe(to_b) / safe(to_b - to_c)
    phi = (value_a - value_b) / safe(value_c - value_b)
    is_smooth = distinct & (phi * phi < xi) & ((1 - phi) * (1 - phi) < 1 - xi)
    ab, bc, ca = safe(value_b - value_a), safe(value_b - value_c), safe(value_c - value_a)
    quadratic = value_a / ab * (value_c / bc) - to_c / safe(to_b) * (value_a / ca) * (value_b / bc)
    return xp.where(is_smooth & xp.isfinite(quadratic), quadratic, half)


def _largest(residual, failed, xp):
    return float(xp.max(xp.where(failed, residual, 0.0 * residual)))


@np.errstate(all="ignore")
def fixed_point(function, start, *, xp=np, relative_tolerance=1e-14, max_iterations=1000):
    """Iterate x <- function(x) elementwise to its positive fixed point, accelerated by Aitken's extrapolation.

    Parameters
    ----------
    function : callable
        Contraction on positive arrays.
    start : array
        Positive starting values.
    xp : namespace
        Namespace of the arrays.
    relative_tolerance : float
        The iteration ends when function(x) differs from x by at most this much, relative to x.
    max_iterations : int
        Evaluations after which `NotConverged` is raised.

    Returns
    -------
    array
        The fixed points, shape of `start`.

    Raises
    ------
    DomainError
        For fewer than two evaluations.
    NotConverged
        With the largest relative residual.

    Examples
    --------
    >>> import numpy as np
    >>> round(float(fixed_point(np.cos, np.asarray(1.0))), 12)
    0.739085133215
    """
    require(max_iterations >= 2, "solve.fixed_point", "max_iterations", "at least 2", max_iterations)
    x = start
    for _ in range(max_iterations // 2):
        first = function(x)
        second = function(first)
        residual = xp.abs(second - first) / xp.where(first == 0, 1.0, xp.abs(first))
        if bool(xp.all(residual <= relative_tolerance)):
            return second
        curvature = second - 2 * first + x
        is_safe = xp.abs(curvature) > 0
        ratio = (first - x) / xp.where(is_safe, curvature, 1.0)
        jump = x - ratio * (first - x)
        may_jump = is_safe & (residual > relative_tolerance) & (jump > 0) & xp.isfinite(jump)
        x = xp.where(may_jump, jump, second)
    worst = math.nan if bool(xp.any(xp.isnan(residual))) else float(xp.max(residual))
    raise NotConverged(f"solve.fixed_point: {max_iterations} evaluations were not enough; start nearer", worst)


@functools.cache
def gauss_legendre(order):
    """Return nodes and weights of Gauss-Legendre quadrature on [0, 1].

    >>> nodes, weights = gauss_legendre(12)
    >>> round(float(weights @ nodes**22), 15) == round(1 / 23, 15)
    True
    """
    nodes, weights = np.polynomial.legendre.leggauss(order)
    return _frozen((nodes + 1) / 2), _frozen(weights / 2)


@functools.cache
def gauss_chebyshev(order):
    """Return angles and weights of Gauss-Chebyshev quadrature of the second kind in angle form.

    The rule for integrals over (0, pi) of f(cos phi) sin(phi)^2, exact for polynomials f of degree 2 order - 1:
    angles j pi / (order + 1), weights pi / (order + 1) (the factor sin^2 is left to the integrand).

    >>> angles, weights = gauss_chebyshev(4)
    >>> bool(abs(weights @ np.sin(angles) ** 2 - np.pi / 2) < 1e-15)
    True
    """
    angles = np.arange(1, order + 1) * (np.pi / (order + 1))
    return _frozen(angles), _frozen(np.full(order, np.pi / (order + 1)))


@functools.cache
def graded_panels(depth, order=16, length=math.pi):
    """Return nodes and weights on (0, length), refined geometrically towards 0.

    Gauss-Legendre of the given order on each of the panels [0, length 2**-depth], ..., [length / 2, length]; resolves
    a boundary layer at 0 of width down to length * 2**-depth.

    >>> nodes, weights = graded_panels(40)
    >>> bool(abs(weights @ (1 / (nodes + 1e-10)) - np.log1p(np.pi / 1e-10)) < 1e-12)
    True
    """
    nodes, weights = gauss_legendre(order)
    edges = np.concatenate([[0.0], length * 2.0 ** -np.arange(depth, -1, -1, dtype=float)])
    widths = np.diff(edges)[:, None]
    return _frozen((edges[:-1, None] + widths * nodes).ravel()), _frozen((widths * weights).ravel())


def _frozen(array):
    array.setflags(write=False)
    return array
