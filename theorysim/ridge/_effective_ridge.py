"""The solver behind `ridge.kappa` and `ridge.risk`: compiled for NumPy arrays, vectorised for every other namespace.

Both solve the equality of positive terms that `_kappa_loops` explains, in log kappa.
"""

import itertools
import math

import numpy as np

from theorysim.errors import NotConverged, require

_ELEMENTS_AT_ONCE = 2**22
_MAX_STEPS = 100
_SMALLEST, _LARGEST = 2.3e-308, 1e308


def solve(function, spectrum, n_samples, ridge, xp):
    """Return kappa, broadcast over positive n_samples and non-negative ridge; nan beyond the range of floats."""
    n_samples, ridge = xp.broadcast_arrays(n_samples, ridge + spectrum.tail)
    shape, flat = n_samples.shape, (-1,)
    n, delta = xp.reshape(n_samples, flat), xp.reshape(ridge, flat)
    kappa, worst = solve_numpy(spectrum, n, delta) if xp is np else _solve_chunks(spectrum, n, delta, xp)
    if worst > 0:
        raise NotConverged(f"{function}: kappa was not reached; report the spectrum, n_samples and ridge", worst)
    if not shape:
        allowed = "such that kappa is within the range of floats (rescale the spectrum)"
        require(
            not math.isnan(float(kappa[0])), function, "n_samples and ridge", allowed, (float(n[0]), float(delta[0]))
        )
    return xp.reshape(kappa, shape)


def solve_numpy(spectrum, n, delta):
    """Return kappa for flat arrays, from the levels of the spectrum as they are, and the largest step left undone."""
    from theorysim.ridge import _kappa_loops

    n, delta, kappa = np.array(n), np.array(delta), np.empty(n.size)
    order = np.lexsort((n, delta)) if n.size > 1 else np.zeros(n.size, dtype=np.int64)
    worst, _ = _kappa_loops.solve(*spectrum.positive_levels, spectrum.trace, n, delta, order, kappa)
    return kappa, worst


def _solve_chunks(spectrum, n, delta, xp):
    points = max(1, _ELEMENTS_AT_ONCE // spectrum.eigenvalues.shape[0])
    count = n.shape[0]
    edges = [*range(0, count, points), count]
    parts = [_solve_arrays(spectrum, n[start:stop], delta[start:stop], xp) for start, stop in itertools.pairwise(edges)]
    if not parts:
        return n, 0.0
    return xp.concat([kappa for kappa, _ in parts]), max(worst for _, worst in parts)


@np.errstate(all="ignore")
def _solve_arrays(spectrum, n, delta, xp):
    """Newton's method on the logarithm of the ratio of the two sides, safeguarded by a bracket."""
    levels = spectrum.positive_levels
    eigenvalues, _, cumulative = levels
    rank = spectrum.listed_rank
    is_zero = (delta == 0) & (n >= rank)
    n = xp.where(is_zero, 0.5 * min(rank, 1.0) + 0.0 * n, n)
    zero = 0.0 * n[:, None]
    excess = (cumulative[1:] - n[:, None]) / n[:, None]
    bounds = xp.where(excess < math.inf, eigenvalues * excess, eigenvalues * cumulative[1:] / n[:, None])
    bound = xp.max(xp.concat([bounds, zero], axis=1), axis=1)
    low = xp.maximum(xp.maximum(bound, delta / n) * (1 - 1e-12), _SMALLEST + 0.0 * n)
    high = (spectrum.trace + delta) / n * (1 + 1e-12)
    surplus = xp.where(n > rank, n - rank, n)
    high = xp.where(n > rank, xp.minimum(high, delta / surplus * (1 + 1e-12)), high)
    is_lost = (high < _SMALLEST) | (low > _LARGEST)
    high = xp.minimum(xp.maximum(high, low), _LARGEST + 0.0 * n)
    kappa, is_open = high, ~(is_zero | is_lost)
    for attempt in range(_MAX_STEPS):
        value, slope = _log_ratio(levels, kappa[:, None], n, delta, xp)
        step = -value / slope
        high = xp.where(value > 0, kappa, high)
        low = xp.where(value > 0, low, kappa)
        new = kappa * xp.exp(step)
        is_inside = (new > low) & (new < high)
        middle = xp.sqrt(low) * xp.sqrt(high)
        is_done = xp.abs(step) < 1e-13
        new = xp.where(is_done | (is_inside & (attempt % 8 != 7)), new, middle)
        kappa = xp.where(is_open, new, kappa)
        is_open = is_open & ~is_done
        if not bool(xp.any(is_open)):
            break
    is_beyond = is_open & ((high <= 2 * _SMALLEST) | (low >= 0.5 * _LARGEST))
    worst = float(xp.max(xp.where(is_open & ~is_beyond, xp.abs(step), 0.0 * step)))
    is_lost = is_lost | is_beyond | (kappa < _SMALLEST) | (kappa > _LARGEST)
    return xp.where(is_zero, 0.0 * kappa, xp.where(is_lost, xp.nan + 0.0 * kappa, kappa)), worst


def _log_ratio(levels, kappa, n, delta, xp):
    """Return the log of the ratio of the increasing to the decreasing side, and its derivative in log kappa."""
    eigenvalues, multiplicities, cumulative = levels
    is_above = eigenvalues >= kappa
    unlearned = kappa / (eigenvalues + kappa)
    learned_count = multiplicities * eigenvalues / (eigenvalues + kappa)
    share = learned_count * unlearned
    zero = 0.0 * unlearned
    above = xp.sum(xp.where(is_above, multiplicities * kappa / (eigenvalues + kappa), zero), axis=1)
    below = xp.sum(xp.where(is_above, zero, learned_count), axis=1)
    above_slope = xp.sum(xp.where(is_above, share, zero), axis=1)
    below_slope = xp.sum(xp.where(is_above, zero, share), axis=1)
    count = xp.take(cumulative, xp.sum(xp.astype(is_above, xp.int64), axis=1))
    ratio = delta / kappa[:, 0]
    increasing = above + xp.maximum(n - count, 0.0 * n)
    decreasing = below + ratio + xp.maximum(count - n, 0.0 * n)
    quotient = increasing / decreasing
    is_near = (quotient > 0.5) & (quotient < 2.0)
    value = xp.where(is_near, xp.log(xp.where(is_near, quotient, 1.0)), xp.log(increasing) - xp.log(decreasing))
    return value, above_slope / increasing + (below_slope + ratio) / decreasing
