"""The compiled loop behind the Marchenko-Pastur distribution function of many points at one ratio.

The same equations as in `marchenko_pastur_cdf`, in blocks without branches, with an arctangent of its own: three
halvings of the angle, then its series.
"""

import math

import numpy as np
from numba import njit

_BLOCK = 512


@njit(error_model="numpy", nogil=True, cache=True, inline="always")
def _arctangent(sine, cosine):
    """Return atan2(sine, cosine) for cosine >= 0 to a few 1e-16: tan(angle / 8) is at most 0.2."""
    half = sine / max(cosine + math.sqrt(cosine * cosine + sine * sine), 1e-300)
    quarter = half / (1 + math.sqrt(1 + half * half))
    t = quarter / (1 + math.sqrt(1 + quarter * quarter))
    z = -t * t
    series = 1 / 23
    series = 1 / 21 + z * series
    series = 1 / 19 + z * series
    series = 1 / 17 + z * series
    series = 1 / 15 + z * series
    series = 1 / 13 + z * series
    series = 1 / 11 + z * series
    series = 1 / 9 + z * series
    series = 1 / 7 + z * series
    series = 1 / 5 + z * series
    series = 1 / 3 + z * series
    return 8 * (t + t * (z * series))


@njit(error_model="numpy", nogil=True, cache=True)
def cdf(eigenvalues, low, low_rest, high, high_rest, root, q, gap, atom, mass, nodes, weights, result):
    """Fill `result` with the probability at or below each eigenvalue; the edges are sums of two doubles."""
    squared_sine, is_low = np.empty(_BLOCK), np.empty(_BLOCK)
    closed, is_closed = np.empty(_BLOCK), np.empty(_BLOCK)
    for start in range(0, eigenvalues.size, _BLOCK):
        count = min(_BLOCK, eigenvalues.size - start)
        for i in range(count):
            x = eigenvalues[start + i]
            above, below = (x - low) - low_rest, (high - x) + high_rest
            lower = 1.0 if above <= below else 0.0
            s = min(max(min(above, below) / (4 * root), 0.0), 0.5)
            side, side_gap = (2 * lower - 1) * q, lower * gap + (1 - lower) * (1 + q)
            product = 4 * side * s
            sine = 2 * math.sqrt(s * (1 - s))
            theta = _arctangent(side * sine, side_gap + 2 * side * s)
            half = _arctangent(math.sqrt(s), math.sqrt(1 - s))
            squared_sine[i], is_low[i] = s, lower
            closed[i] = half + (side * sine - side_gap * (1 + side) * theta) / (2 * side * side)
            is_closed[i] = 1.0 if product >= side_gap * side_gap else 0.0
        for i in range(count):
            if is_closed[i] == 0.0:
                s, lower = squared_sine[i], is_low[i]
                side, side_gap = (2 * lower - 1) * q, lower * gap + (1 - lower) * (1 + q)
                total = 0.0
                for k in range(nodes.size):
                    weight = weights[k]
                    total += math.sqrt(weight * weight - s * (nodes[k] * weight * weight)) / (
                        side_gap * side_gap + 4 * side * s * nodes[k]
                    )
                closed[i] = 8 * s * math.sqrt(s) * total
        for i in range(count):
            near = closed[i] * (2 / math.pi)
            share = is_low[i] * near + (1 - is_low[i]) * (1 - near)
            result[start + i] = atom + mass * share if eigenvalues[start + i] >= 0 else 0.0
