"""The equation kl(a || a + gap) = budget in one unknown u, its solution, and its rounding to the safe side.

With a + b = 1 and 1 - p = b exp(-u), gap = p - a = b (1 - exp(-u)) and

    kl(a || p) = F(u) = b (u - 1 + exp(-u)) + a g(gap / a),  g(t) = t - log1p(t),  F' = gap / p,  F'' = a (1 - p) / p^2

is a sum of positive terms. F is convex, so a last step of Newton's method never ends below the root, and a relative
error of F is at most the same relative error of u; what remains is the rounding of a few operations, for which u and
everything computed from it are moved outward.
"""

import math

import numpy as np

UP = 1.25 * 2.0**-50
_ULP = 2.0**-52
_LEAST = 2.0**-1000
_TINIEST = 2.0**-1074
_FARTHEST = 2.0**1000
_SCALE = 2.0**200
_SMALL_BUDGET = 2.0**-900
_SMALL_SHARE = 2.0**-500
LEAST_LEFT = 1e-307
_DECAY_TERMS = tuple((-1.0) ** k / math.factorial(k) for k in range(20, 1, -1))
_ARCTANH_TERMS = tuple(1.0 / k for k in range(39, 2, -2))


def log1p_excess(t, xp):
    """Return g(t) = t - log1p(t) for t > -1 with all its digits."""
    is_near = (t > -0.5) & (t < 1)
    near = xp.where(is_near, t, 0.0)
    s = near / (2 + near)
    series = xp.zeros_like(s)
    for coefficient in _ARCTANH_TERMS:
        series = coefficient + s * s * series
    far = xp.where(is_near, 1.0, t)
    return xp.where(is_near, s * (near - 2 * s * s * series), far - xp.log1p(far))


def decay_excess(u, xp):
    """Return u - 1 + exp(-u) with all its digits."""
    is_near = (u > -1) & (u < 1)
    near = xp.where(is_near, u, 0.0)
    series = xp.zeros_like(near)
    for coefficient in _DECAY_TERMS:
        series = coefficient + near * series
    return xp.where(is_near, near * near * series, (u - 1) + xp.exp(-u))


@np.errstate(all="ignore")
def invert(first, second, budget, rounded, xp):
    """Return, rounded to the safe side, first + gap (up), gap (up), second - gap (down) and its logarithm (down).

    `first` + `second` = 1; `rounded` is 1 where `second` and -1 where `first` was rounded in that sum, 0 where both
    were given.
    """
    u, gap, left, is_far = solve(first, second, budget, xp)
    is_none = budget == 0
    gap = xp.where(is_far, second, xp.minimum(gap, second * (1 + _ULP)))
    gap = xp.where(is_none, 0.0, gap)
    over = (1 - first) - second
    least = xp.where((over < 0) & (rounded > 0), second * (1 - 0.5 * _ULP), second)
    left = xp.where(is_none, least, xp.where(is_far, 0.0, left))
    log_left = (log(first, second, xp) - u) * (1 + UP) - xp.where(first + budget > 0, _TINIEST, 0.0 * first)
    log_left = xp.where((second == 0) | is_far, -math.inf, log_left)
    return sum_up(first, gap, over if rounded < 0 else 0.0, xp), gap, left, log_left


def solve(first, second, budget, xp):
    """Return u, gap and second - gap on their safe sides, and where u is too large to be found as a float."""
    a, b, c, shrink_u, shrink_gap = _scaled(first, second, budget, xp)
    is_open = (c > 0) & (c <= _FARTHEST * b) & (b >= _LEAST)
    a, b, c = xp.where(a > _LEAST, a, _LEAST), xp.where(is_open, b, 1.0), xp.where(is_open, c, 1.0)
    u = 0.5 * (c + xp.sqrt(c) * xp.sqrt(c + 8 * a * b)) / b
    for _ in range(2):
        gap = -b * xp.expm1(-u)
        step = (b * decay_excess(u, xp) + a * log1p_excess(gap / a, xp) - c) * ((a + gap) / gap)
        u = u - step / (1 - 0.5 * step * (a / (a + gap)) * ((b - gap) / gap))
    gap = -b * xp.expm1(-u)
    step = (b * decay_excess(u, xp) + a * log1p_excess(gap / a, xp) - c) * ((a + gap) / gap)
    u = (u - step) * (1 + UP)
    gap = -b * xp.expm1(-u) * (1 + UP)
    is_shrunk = shrink_gap < 1
    gap = xp.where(is_shrunk, gap * shrink_gap * (1 + UP) + _TINIEST, gap)
    u = xp.where(is_shrunk, u * shrink_u * (1 + UP) + _TINIEST, u)
    left = second * xp.exp(-u) * (1 - UP)
    return xp.where(is_open, u, 0.0), gap, xp.where(left > LEAST_LEFT, left, 0.0), ~is_open & (budget > 0)


def _scaled(a, b, c, xp):
    """Return the arguments and the factors of u and gap that undo the scaling of budgets near the smallest floats.

    For such a budget the solution is that of a limit, exact to 2^-90: first and budget proportional to gap and u when
    first is small too, second and budget proportional to gap when second is, and gap ~ u ~ sqrt(budget) otherwise.
    """
    is_small = (c < _SMALL_BUDGET) & (c > 0)
    is_first, is_second = is_small & (a < _SMALL_SHARE), is_small & (b < _SMALL_SHARE)
    is_root = is_small & ~is_first & ~is_second
    shrink_gap = xp.where(is_first | is_second, 1 / _SCALE, xp.where(is_root, _SCALE**-0.5, xp.ones_like(c)))
    shrink_u = xp.where(is_second, 1.0, shrink_gap)
    grown = xp.where(is_small, c * _SCALE, c)
    return xp.where(is_first, a * _SCALE, a), xp.where(is_second, b * _SCALE, b), grown, shrink_u, shrink_gap


def log(first, second, xp):
    """Return log(second) = log1p(-first) from whichever argument carries the digits."""
    is_near = first < 0.5
    return xp.where(is_near, xp.log1p(-xp.where(is_near, first, 0.0)), xp.log(xp.where(is_near, 1.0, second)))


def sum_up(first, gap, rest, xp):
    """Return first + gap + rest, rounded up unless it is exact; at most 1."""
    total = first + gap
    part = total - first
    lost = ((first - (total - part)) + (gap - part)) + rest
    return xp.minimum(xp.where(lost > 0, total * (1 + _ULP), total), xp.ones_like(total))
