"""The compiled loop behind `pac_bayes.kl_inverse` and `pac_bayes.kl_inverse_lower` for NumPy arrays.

The same equations as in `_kl_equation`, in blocks without branches, with an exponential and a logarithm of its own:
range reduction by powers of two taken from the bits, then near-minimax polynomials of relative error below 1e-16, so
that u - 1 + exp(-u) and t - log1p(t) keep all their digits near zero. Exact zeros, budgets beyond every float and the
last steps of rounding are selections. Budgets below 2^-300 are left to the general equations.
"""

import math

import numpy as np
from numba import njit

SMALLEST_BUDGET = 2.0**-300

_BLOCK = 256
_LOG2_E = 1.4426950408889634
_LN2_HIGH = float.fromhex("0x1.62e42fee00000p-1")
_LN2_LOW = float.fromhex("0x1.a39ef35793c76p-33")
_LN2 = 0.6931471805599453
_ROUNDER = 1.5 * 2.0**52
_LEAST = 2.0**-1000
_FARTHEST = 2.0**1000
_FRACTION = 0x000FFFFFFFFFFFFF
_ONE = 0x3FF0000000000000
_TWO_TO_52 = 0x4330000000000000
_LAST_EXPONENT = 708.0
_LEAST_LEFT = 1e-307

_UP = 1.25 * 2.0**-50
_ULP = 2.0**-52

_compile = njit(error_model="numpy", nogil=True, cache=True, fastmath={"contract"})


@_compile
def _exponential_tail(r):
    """Return (exp(r) - 1 - r) / r^2 for r in [-ln 2, 0]."""
    p = 1.5607445099962729e-09
    p = 2.4228654378056027e-08 + r * p
    p = 2.748266800990667e-07 + r * p
    p = 2.7553071923519133e-06 + r * p
    p = 2.4801431232360908e-05 + r * p
    p = 0.00019841266146878678 + r * p
    p = 0.0013888888834262276 + r * p
    p = 0.008333333332861481 + r * p
    p = 0.041666666666645744 + r * p
    p = 0.1666666666666663 + r * p
    return 0.5 + r * p


@_compile
def _arctanh_tail(x):
    """Return (arctanh(s) - s) / s^3 at x = s^2 in [0, 1/9]."""
    p = 0.07815288900461426
    p = 0.03746071897775383 + x * p
    p = 0.05422589197440007 + x * p
    p = 0.05867139530651599 + x * p
    p = 0.06667589315724629 + x * p
    p = 0.07692271982430275 + x * p
    p = 0.09090909948981357 + x * p
    p = 0.11111111099118386 + x * p
    p = 0.1428571428580005 + x * p
    p = 0.19999999999999762 + x * p
    return 0.3333333333333333 + x * p


@_compile
def _decay(u):
    """Return exp(-u), 1 - exp(-u) and u - 1 + exp(-u) for u >= 0."""
    v = min(u, _LAST_EXPONENT)
    shifted = (v * _LOG2_E - 0.4999999) + _ROUNDER
    halvings = shifted - _ROUNDER
    bits = np.int64(1023) - (np.float64(shifted).view(np.int64) & np.int64(2047))
    power = np.int64(bits << np.int64(52)).view(np.float64)
    r = (halvings * _LN2_HIGH - v) + halvings * _LN2_LOW
    tail = r * r * _exponential_tail(r)
    left = power * (1.0 + (r + tail))
    is_near = halvings == 0.0
    return left, (-r - tail if is_near else 1.0 - left), (tail if is_near else (u - 1.0) + left)


@_compile
def _log1p_excess(t):
    """Return t - log1p(t) for t >= 0."""
    bits = np.float64(1.0 + t).view(np.int64)
    mantissa = np.int64((bits & np.int64(_FRACTION)) | np.int64(_ONE)).view(np.float64)
    doublings = np.int64((bits >> np.int64(52)) | np.int64(_TWO_TO_52)).view(np.float64) - (2.0**52 + 1023)
    is_near = doublings == 0.0
    f = t if is_near else mantissa - 1.0
    s = f / (2.0 + f)
    x = s * s
    within = s * (f - 2.0 * x * _arctanh_tail(x))
    return within if is_near else ((t - f) - doublings * _LN2) + within


@_compile
def _log(value, complement):
    """Return log(value) for value = 1 - complement in (0, 1]; near 1 the digits are those of the complement."""
    bits = np.float64(value).view(np.int64)
    halvings = (2.0**52 + 1022) - np.int64((bits >> np.int64(52)) | np.int64(_TWO_TO_52)).view(np.float64)
    halvings = max(halvings, 0.0)
    mantissa = 0.5 * np.int64((bits & np.int64(_FRACTION)) | np.int64(_ONE)).view(np.float64)
    f = -complement if halvings == 0.0 else mantissa - 1.0
    s = f / (2.0 + f)
    x = s * s
    return (2.0 * s + 2.0 * s * x * _arctanh_tail(x)) - halvings * _LN2


@_compile
def invert(first, second, budget, rounded, total, gap, left, log_left):
    """Fill, for each budget, the sum first + gap rounded up, the gap up, second - gap down and its logarithm down.

    `first` + `second` = 1; `rounded` is 1 where `second` and -1 where `first` was rounded in that sum, 0 where both
    were given.
    """
    u = np.empty(_BLOCK)
    for start in range(0, first.size, _BLOCK):
        count = min(_BLOCK, first.size - start)
        a_, b_, c_ = first[start : start + count], second[start : start + count], budget[start : start + count]
        for i in range(count):
            a, c = max(a_[i], _LEAST), max(c_[i], SMALLEST_BUDGET)
            b = b_[i] if c_[i] <= _FARTHEST * b_[i] and b_[i] >= _LEAST else 1.0
            c = c if c <= _FARTHEST * b else 1.0
            u[i] = 0.5 * (c + math.sqrt(c) * math.sqrt(c + 8.0 * a * b)) / b
        for _ in range(2):
            for i in range(count):
                a, c = max(a_[i], _LEAST), max(c_[i], SMALLEST_BUDGET)
                b = b_[i] if c_[i] <= _FARTHEST * b_[i] and b_[i] >= _LEAST else 1.0
                c = c if c <= _FARTHEST * b else 1.0
                kept, lost, excess = _decay(u[i])
                d = b * lost
                error = b * excess + a * _log1p_excess(d / a) - c
                u[i] -= 2.0 * error * (a + d) * lost / (2.0 * d * lost - error * a * kept)
        for i in range(count):
            a, c = max(a_[i], _LEAST), max(c_[i], SMALLEST_BUDGET)
            b = b_[i] if c_[i] <= _FARTHEST * b_[i] and b_[i] >= _LEAST else 1.0
            c = c if c <= _FARTHEST * b else 1.0
            kept, lost, excess = _decay(u[i])
            d = b * lost
            step = _UP * u[i] - (b * excess + a * _log1p_excess(d / a) - c) * ((a + d) / d)
            logarithm = _log(b, a) - (u[i] + step)
            is_none = c_[i] == 0.0
            is_far = (c_[i] > _FARTHEST * b_[i] or b_[i] < _LEAST) and not is_none
            a, b = a_[i], b_[i]
            d = min((d + b * kept * step) * (1.0 + _UP), b * (1.0 + _ULP))
            d = b if is_far else d
            d = 0.0 if is_none else d
            kept = b * kept * (1.0 - step) * (1.0 - _UP)
            kept = 0.0 if is_far or u[i] > _LAST_EXPONENT or not kept > _LEAST_LEFT else kept
            over = (1.0 - a) - b
            low = b * (1.0 - 0.5 * _ULP) if rounded > 0.0 and over < 0.0 else b
            s = a + d
            part = s - a
            rest = (a - (s - part)) + (d - part) + (over if rounded < 0.0 else 0.0)
            s = min(s * (1.0 + _ULP) if rest > 0.0 else s, 1.0)
            total[start + i] = s
            gap[start + i] = d
            left[start + i] = low if is_none else kept
            log_left[start + i] = -math.inf if is_far or b == 0.0 else logarithm * (1.0 + _UP)
