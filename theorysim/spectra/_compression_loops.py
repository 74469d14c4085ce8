"""The compiled loops behind `Spectrum.compress`: recurrence coefficients of the measure in each bin."""

import math

import numpy as np
from numba import njit

_REORTHOGONALIZED = 256
_NEGLIGIBLE = 1e-25


@njit(error_model="numpy", nogil=True, cache=True)
def bin_starts(eigenvalues, width):
    """Return the first position of each occupied bin of log eigenvalue, and the number of levels at the end.

    The eigenvalues are positive and descend; bins have the given width, counted from the largest.
    """
    levels = eigenvalues.size
    top = math.log(eigenvalues[0])
    starts = [0]
    while starts[-1] < levels:
        position = starts[-1]
        number = math.floor((top - math.log(eigenvalues[position])) / width)
        edge = math.exp(top - width * (number + 1))
        low, high = position + 1, levels
        while low < high:
            middle = (low + high) // 2
            if eigenvalues[middle] > edge:
                low = middle + 1
            else:
                high = middle
        starts.append(low)
    return np.array(starts)


@njit(error_model="numpy", nogil=True, cache=True, fastmath={"reassoc", "contract", "nsz"})
def _sums(x, weights, values):
    """Return the sums of w v^2 and w x v^2."""
    norm = first = 0.0
    for i in range(x.size):
        term = weights[i] * values[i] * values[i]
        norm += term
        first += x[i] * term
    return norm, first


@njit(error_model="numpy", nogil=True, cache=True, fastmath={"reassoc", "contract", "nsz"})
def _next(x, weights, previous, values, a, b):
    """Overwrite `previous` with (x - a) v - b v_previous; return the sums of `_sums` for it."""
    norm = first = 0.0
    for i in range(x.size):
        new = (x[i] - a) * values[i] - b * previous[i]
        previous[i] = new
        term = weights[i] * new * new
        norm += term
        first += x[i] * term
    return norm, first


@njit(error_model="numpy", nogil=True, cache=True)
def _remove_components(weights, new, polynomials, norms, count):
    for k in range(count):
        overlap = 0.0
        for i in range(new.size):
            overlap += weights[i] * polynomials[k, i] * new[i]
        for i in range(new.size):
            new[i] -= overlap / norms[k] * polynomials[k, i]


@njit(error_model="numpy", nogil=True, cache=True)
def recurrences(x, weights, starts, bins, diagonal, squares):
    """Fill the recurrence coefficients of the monic orthogonal polynomials of the measure in each of the `bins`.

    Row j of `diagonal` holds a_0, a_1, ... and row j of `squares` b_1, b_2, ...; they stop (b = 0) where the measure is
    a sum of fewer points, to rounding.
    """
    order = diagonal.shape[1]
    longest = 0
    for j in bins:
        longest = max(longest, starts[j + 1] - starts[j])
    first, second = np.empty(longest), np.empty(longest)
    polynomials, norms = np.empty((order, _REORTHOGONALIZED)), np.empty(order)
    for row in range(bins.size):
        start, stop = starts[bins[row]], starts[bins[row] + 1]
        points, mass = x[start:stop], weights[start:stop]
        previous, values = first[: stop - start], second[: stop - start]
        previous[:] = 0.0
        values[:] = 1.0
        norm, moment = _sums(points, mass, values)
        product, b = 1.0, 0.0
        reorthogonalized = points.size <= _REORTHOGONALIZED
        for k in range(order):
            a = moment / norm
            diagonal[row, k] = a
            if k == order - 1:
                break
            if reorthogonalized:
                polynomials[k, : points.size] = values
                norms[k] = norm
            new_norm, moment = _next(points, mass, previous, values, a, b)
            previous, values = values, previous
            if reorthogonalized:
                _remove_components(mass, values, polynomials, norms, k + 1)
                new_norm, moment = _sums(points, mass, values)
            b = new_norm / norm
            norm = new_norm
            product *= b
            if product < _NEGLIGIBLE or norm <= 0.0:
                break
            squares[row, k] = b
