r"""The tail of the binomial law in logarithms, and the certified inverse of its probability.

With q = k / n and 1 - p = (1 - q) exp(-u), as in `_kl_equation`,

    ln P(Bin(n, p) <= k) = -n kl(q || p) - ln(2 pi k (n - k) / n) / 2 + e(n) - e(k) - e(n - k) + ln S,

where e is the remainder of Stirling's formula and S = P(<= k) / P(= k) the integral

    S = (n - k) int_0^inf exp{-n [kl(q || p_v) - kl(q || p)]} dv,    1 - p_v = (1 - p) exp(-v).

The derivative by u is -(n - k) / S. The logarithm is concave in u, as the (k + 1)-th of n exponential times has an
increasing failure rate: Newton's steps never end below the root, from wherever they start.
"""

import functools
import math

import numpy as np

from theorysim.errors import NotConverged
from theorysim.pac_bayes import _kl_equation
from theorysim.pac_bayes._kl_equation import UP
from theorysim.solve import gauss_legendre

_PANELS = ((0.0, 1 / 16, 16), (1 / 16, 1 / 4, 20), (1 / 4, 1.0, 32))
_DEPTH = 45.0
_STEPS = 200
_ROUNDING = 2.0**-51
_REMAINDERS = (
    0.08106146679532726,
    0.0413406959554093,
    0.02767792568499834,
    0.020790672103765093,
    0.016644691189821193,
    0.013876128823070748,
    0.01189670994589177,
    0.010411265261972096,
    0.009255462182712733,
    0.00833056343336287,
    0.007573675487951841,
    0.00694284010720953,
    0.006408994188004207,
    0.0059513701127588475,
    0.005554733551962801,
)
_STIRLING = (-1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156)


@np.errstate(all="ignore")
def invert(n, k, log_probability, function, xp):
    """Return the largest p with ln P(Bin(n, p) <= k) >= log_probability < 0, as fields like those of `_kl_equation`.

    That is p (up), p - k / n (up), 1 - p (down) and ln(1 - p) (down).
    """
    is_none, is_all = k == 0, k == n
    is_inner = ~is_none & ~is_all
    shape = np.broadcast_shapes(tuple(n.shape), tuple(k.shape), tuple(log_probability.shape))
    inner_n = xp.broadcast_to(xp.where(is_inner, n, 2.0), shape)
    inner_k = xp.broadcast_to(xp.where(is_inner, k, 1.0), shape)
    a, b = inner_k / inner_n, (inner_n - inner_k) / inner_n
    u = _root(inner_n, inner_k, a, b, log_probability, function, xp)
    u = u + UP * xp.abs(u)
    gap = -b * xp.expm1(-u)
    gap = gap + UP * xp.abs(gap)
    left = b * xp.exp(-u) * (1 - UP)
    left = xp.where(left > _kl_equation.LEAST_LEFT, left, 0.0)
    log_b = _kl_equation.log(a, b, xp)
    log_left = (log_b - u) - UP * (xp.abs(log_b) + xp.abs(u))
    inner = (_kl_equation.sum_up(a, gap, 2.0**-53 * a, xp), gap, left, log_left)
    none = _kl_equation.invert(0.0 * n, 1.0 + 0.0 * n, -log_probability / n, 0, xp)
    every = (1.0, 0.0, 0.0, -math.inf)
    return tuple(
        xp.where(is_all, last, xp.where(is_none, first, middle)) for first, middle, last in zip(none, inner, every)
    )


def _root(n, k, a, b, log_probability, function, xp):
    """Return u, not below the root by more than its rounding, by Newton's method from Chernoff's bound."""
    u, _, _, _ = _kl_equation.solve(a, b, -log_probability / n, xp)
    constant = _constant(n, k, xp)
    is_open = xp.ones_like(u) > 0
    for _ in range(_STEPS):
        kl, share, gap = _state(a, b, u, xp)
        ratio = _ratio(n, k, a, b, u, kl, share, gap, xp)
        rounding = _ROUNDING * (16 + xp.abs(constant) + 4 * n * kl)
        excess = constant + xp.log(ratio) - n * kl - log_probability + rounding
        step = excess * ratio / (n - k)
        u = xp.where(is_open, u + step, u)
        is_open = is_open & (xp.abs(excess) > rounding)
        if not bool(xp.any(is_open)):
            return u
    worst = float(xp.max(xp.where(is_open, xp.abs(excess), 0.0 * excess)))
    raise NotConverged(f"{function}: {_STEPS} steps of Newton's method were not enough", worst)


def _state(a, b, u, xp):
    """Return kl(a || p), (1 - p) / p and p - a."""
    gap = -b * xp.expm1(-u)
    kl = b * _kl_equation.decay_excess(u, xp) + a * _kl_equation.log1p_excess(gap / a, xp)
    return kl, b * xp.exp(-u) / (a + gap), gap


def _ratio(n, k, a, b, u, kl, odds, gap, xp):
    """Return S by Gauss's rule on three panels, where the integrand is above exp(-45); its error is below 4e-15."""
    fall = n * gap / (a + gap)
    farther, _, _, _ = _kl_equation.solve(a, b, kl + _DEPTH / n, xp)
    is_steep = (fall > 0) & (1e-6 * n * kl > _DEPTH)
    length = xp.where(is_steep, _DEPTH / xp.where(is_steep, fall, 1.0), farther - u)
    total = xp.zeros_like(u)
    for node, weight in _rule():
        v = length * node
        lost = -xp.expm1(-v)
        exponent = fall * lost + k * _kl_equation.log1p_excess(odds * lost, xp)
        exponent = exponent + (n - k) * _kl_equation.decay_excess(v, xp)
        total = total + weight * xp.exp(-exponent)
    return (n - k) * length * total


@functools.cache
def _rule():
    """Return nodes and weights on [0, 1]; one rule of that order would lose digits in the weights at its ends."""
    return tuple(
        (low + (high - low) * node, (high - low) * weight)
        for low, high, order in _PANELS
        for node, weight in zip(*(rule.tolist() for rule in gauss_legendre(order)))
    )


def _constant(n, k, xp):
    """Return ln P(Bin(n, k / n) = k)."""
    return -0.5 * xp.log(2 * math.pi * k * ((n - k) / n)) + (
        _remainder(n, xp) - _remainder(k, xp) - _remainder(n - k, xp)
    )


def _remainder(n, xp):
    """Return ln n! - (n + 1/2) ln n + n - ln(2 pi) / 2 for an integer n >= 1."""
    large = xp.where(n > len(_REMAINDERS), n, 16.0)
    series = xp.zeros_like(large)
    for coefficient in _STIRLING[::-1]:
        series = (coefficient + series) / (large * large)
    value = (1 / 12 + series) / large
    for integer, exactly in enumerate(_REMAINDERS, start=1):
        value = xp.where(n == integer, exactly, value)
    return value
