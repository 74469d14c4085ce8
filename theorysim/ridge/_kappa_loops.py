"""The compiled loop behind `ridge.kappa` for NumPy arrays.

The levels are split at kappa: with u = kappa / (lambda + kappa), L = 1 - u and M the multiplicity of the levels above
the split, n = sum m L + r is the same as an equality of positive terms,

    sum_{above} m u + max(n - M, 0)  =  sum_{below} m L + r + max(M - n, 0),

in which nothing cancels, whatever the gaps of the spectrum and however near n is to the rank. One pass over the levels
gives both sides with four derivatives in log kappa; its Taylor polynomial predicts the root for this sample size and
the starting point for the next, so that about one pass a sample size is made.
"""

import math

import numpy as np
from numba import njit

_BLOCK = 1024
_MAX_PASSES = 200
_SMALLEST = 2.3e-308
_LARGEST = 1e308


@njit(error_model="numpy", nogil=True, cache=True)
def _split(eigenvalues, kappa):
    """Return how many of the descending eigenvalues are at least kappa."""
    low, high = 0, eigenvalues.size
    while low < high:
        middle = (low + high) // 2
        if eigenvalues[middle] >= kappa:
            low = middle + 1
        else:
            high = middle
    return low


# Sums may be regrouped; products may not, lest they leave the range of floats: m kappa <= m lambda <= trace above, and
# L alone may underflow below. Flags that are left out would be the caller's.
@njit(error_model="numpy", nogil=True, cache=True, fastmath=False)
def _terms_above(eigenvalue, multiplicity, kappa):
    """Return m u, m u L, ..., m u L^4."""
    inverse = 1.0 / (eigenvalue + kappa)
    learned = eigenvalue * inverse
    a = multiplicity * kappa * inverse
    b = a * learned
    c = b * learned
    d = c * learned
    return a, b, c, d, d * learned


@njit(error_model="numpy", nogil=True, cache=True, fastmath=False)
def _terms_below(eigenvalue, multiplicity, kappa):
    """Return m L, m L u, ..., m L u^4."""
    inverse = 1.0 / (eigenvalue + kappa)
    unlearned = kappa * inverse
    a = multiplicity * eigenvalue * inverse
    b = a * unlearned
    c = b * unlearned
    d = c * unlearned
    return a, b, c, d, d * unlearned


@njit(error_model="numpy", nogil=True, cache=True, fastmath={"reassoc", "contract", "nsz"})
def _block_above(eigenvalues, multiplicities, kappa):
    a = b = c = d = e = 0.0
    for i in range(eigenvalues.size):
        terms = _terms_above(eigenvalues[i], multiplicities[i], kappa)
        a += terms[0]
        b += terms[1]
        c += terms[2]
        d += terms[3]
        e += terms[4]
    return a, b, c, d, e


@njit(error_model="numpy", nogil=True, cache=True, fastmath={"reassoc", "contract", "nsz"})
def _block_below(eigenvalues, multiplicities, kappa):
    a = b = c = d = e = 0.0
    for i in range(eigenvalues.size):
        terms = _terms_below(eigenvalues[i], multiplicities[i], kappa)
        a += terms[0]
        b += terms[1]
        c += terms[2]
        d += terms[3]
        e += terms[4]
    return a, b, c, d, e


@njit(error_model="numpy", nogil=True, cache=True)
def _pass(eigenvalues, multiplicities, kappa, above, below):
    """Fill above[k] = sum of m u L^k over the eigenvalues >= kappa, below[k] = sum of m L u^k over the rest.

    Returns the number of levels above. Blocks keep the rounding of the sums at that of pairwise summation.
    """
    split = _split(eigenvalues, kappa)
    above[:] = 0.0
    below[:] = 0.0
    for start in range(0, split, _BLOCK):
        stop = min(start + _BLOCK, split)
        sums = _block_above(eigenvalues[start:stop], multiplicities[start:stop], kappa)
        for k in range(5):
            above[k] += sums[k]
    for start in range(split, eigenvalues.size, _BLOCK):
        stop = min(start + _BLOCK, eigenvalues.size)
        sums = _block_below(eigenvalues[start:stop], multiplicities[start:stop], kappa)
        for k in range(5):
            below[k] += sums[k]
    return split


@njit(error_model="numpy", nogil=True, cache=True)
def _taylor(moments, sign, series):
    """Fill the Taylor coefficients in log kappa of moments[0]; d(moment k) = sign ((k + 1) moment k+1 - k moment k)."""
    m0, m1, m2, m3, m4 = moments
    series[0] = m0
    series[1] = sign * m1
    series[2] = m2 - 0.5 * m1
    series[3] = sign * (m3 - m2 + m1 / 6)
    series[4] = m4 - 1.5 * m3 + (7 / 12) * m2 - m1 / 24


@njit(error_model="numpy", nogil=True, cache=True)
def _logarithm(series, result):
    """Fill the Taylor coefficients of the logarithm of a positive series."""
    p1, p2, p3, p4 = series[1] / series[0], series[2] / series[0], series[3] / series[0], series[4] / series[0]
    result[0] = math.log(series[0])
    result[1] = p1
    result[2] = p2 - p1 * p1 / 2
    result[3] = p3 - p1 * p2 + p1 * p1 * p1 / 3
    result[4] = p4 - p1 * p3 - p2 * p2 / 2 + p1 * p1 * p2 - p1 * p1 * p1 * p1 / 4


@njit(error_model="numpy", nogil=True, cache=True)
def _root(h):
    """Return the root near 0 of the polynomial with increasing linear part; of that part when the root is far."""
    linear = -h[0] / h[1]
    root = linear
    for _ in range(4):
        value = h[0] + root * (h[1] + root * (h[2] + root * (h[3] + root * h[4])))
        slope = h[1] + root * (2 * h[2] + root * (3 * h[3] + root * 4 * h[4]))
        if slope < 0.25 * h[1] or abs(root) > 1.5:
            return linear
        root -= value / slope
    return root if abs(root) <= 1.5 else linear


@njit(error_model="numpy", nogil=True, cache=True)
def solve(eigenvalues, multiplicities, cumulative, trace, n_samples, ridge, order, kappa):
    """Fill kappa at the positions that `order` lists; nan where it is beyond the range of floats.

    `eigenvalues` descend and are positive; `cumulative` holds the partial sums of `multiplicities`, starting with 0;
    `trace` is at least theirs; `ridge` includes the tail; neighbours in `order` should be near each other. Returns the
    largest last step in log kappa among those that did not converge (0 when all did), and the number of passes.
    """
    levels = eigenvalues.size
    rank = cumulative[levels]
    above, below = np.empty(5), np.empty(5)
    p, r, h, log_r = np.empty(5), np.empty(5), np.empty(5), np.empty(5)
    at, split, passes, worst = 0.0, 0, 0, 0.0
    for index in order:
        n, delta = n_samples[index], ridge[index]
        if delta == 0.0 and n >= rank:
            kappa[index] = 0.0
            continue
        high = (trace + delta) / n
        low = delta / n
        if n > rank:
            high = min(high, delta / (n - rank))
        elif n < rank:
            j = min(np.searchsorted(cumulative, 2 * n), levels)
            excess = (cumulative[j] - n) / n
            is_finite = excess < math.inf
            low = max(low, eigenvalues[j - 1] * (excess if is_finite else cumulative[j]) / (1.0 if is_finite else n))
        low, high = low * (1 - 1e-12), high * (1 + 1e-12)
        if high < _SMALLEST or low > _LARGEST:
            kappa[index] = np.nan
            continue
        low, high = max(low, _SMALLEST), min(high, _LARGEST)
        if not low <= at <= high:
            at = high if at == 0.0 or at > high else low
            split = _pass(eigenvalues, multiplicities, at, above, below)
            passes += 1
        converged = False
        for attempt in range(_MAX_PASSES):
            _taylor(above, 1.0, p)
            _taylor(below, -1.0, r)
            p[0] += max(n - cumulative[split], 0.0)
            ratio = delta / at
            r[0] += ratio + max(cumulative[split] - n, 0.0)
            r[1] -= ratio
            r[2] += ratio / 2
            r[3] -= ratio / 6
            r[4] += ratio / 24
            _logarithm(p, h)
            _logarithm(r, log_r)
            quotient = p[0] / r[0]
            h[0] = math.log(quotient) if 0.5 < quotient < 2.0 else h[0] - log_r[0]
            for k in range(1, 5):
                h[k] -= log_r[k]
            if h[0] > 0:
                high = min(high, at)
            else:
                low = max(low, at)
            step = _root(h)
            if abs(step) < 0.05 and (abs(h[2]) + abs(h[3]) + abs(h[4])) * abs(step) ** 5 <= 1e-14 * h[1]:
                kappa[index] = at * math.exp(step)
                converged = True
                break
            new = at * math.exp(step)
            if not low < new < high or attempt % 8 == 7:
                new = math.sqrt(low) * math.sqrt(high)
            at = new
            split = _pass(eigenvalues, multiplicities, at, above, below)
            passes += 1
        if not converged and (high <= 2 * _SMALLEST or low >= 0.5 * _LARGEST):
            kappa[index] = np.nan
        elif not converged:
            worst = max(worst, abs(step))
        elif not _SMALLEST <= kappa[index] <= _LARGEST:
            kappa[index] = np.nan
    return worst, passes
