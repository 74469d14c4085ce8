"""Pairs of data points: reading them, their angles and distances without cancellation, and matrices filled by tiles."""

import numbers

import numpy as np

from theorysim import arrays
from theorysim.errors import require

_TILE = 512
_NEAR = 5e-4
_GATHERED = 2**20


def read(function, X, Z):
    """Return the namespace, the points as float64 matrices (Z is None when absent), and the way back to their dtype."""
    given = {"X": X} if Z is None or Z is X else {"X": X, "Z": Z}
    xp, points, device = arrays.as_float64(function, **given)
    for name, value in zip(given, points):
        require(value.ndim == 2, function, name, "a matrix with one row a point", value)
        require(value.shape[1] > 0, function, name, "a matrix with at least one column", value)
        finite = bool(xp.all(xp.isfinite(value)))
        require(finite, function, name, "finite", "a matrix with nan or infinite entries")
    first, second = points[0], points[1] if len(points) == 2 else None
    if second is not None:
        columns = first.shape[1]
        require(second.shape[1] == columns, function, "Z", f"a matrix with the {columns} columns of X", second)
    is_single = all(str(getattr(value, "dtype", "")).endswith("float32") for value in given.values())
    return xp, first, second, device, lambda matrix: xp.astype(matrix, xp.float32) if is_single else matrix


def positive(function, name, value):
    """Return a positive finite number as a float."""
    is_positive = _is_real(value) and 0 < value < float("inf")
    require(is_positive, function, name, "a number in (0, inf)", value)
    return float(value)


def non_negative(function, name, value):
    """Return a finite number >= 0 as a float."""
    is_non_negative = _is_real(value) and 0 <= value < float("inf")
    require(is_non_negative, function, name, "a number in [0, inf)", value)
    return float(value)


def count(function, name, value):
    """Return an integer >= 1."""
    is_count = isinstance(value, numbers.Integral) and not isinstance(value, bool) and value >= 1
    require(is_count, function, name, "an integer >= 1", value)
    return int(value)


def _is_real(value):
    return isinstance(value, numbers.Real) and not isinstance(value, bool)


@np.errstate(over="ignore", under="ignore")
def fill(tile, first, second, xp, device):
    """Return the matrix whose entries on two slices of points are ``tile(rows, columns)``.

    Besides the matrix only tiles of fixed size are held. Without `second` the matrix is exactly symmetric, and half of
    the tiles are computed.
    """
    size = first.shape[0]
    width = size if second is None else second.shape[0]
    matrix = xp.empty((size, width), dtype=xp.float64, device=device)
    for row in range(0, size, _TILE):
        rows = slice(row, min(row + _TILE, size))
        for column in range(row if second is None else 0, width, _TILE):
            columns = slice(column, min(column + _TILE, width))
            values = tile(rows, columns)
            if second is None and row == column:
                values = (values + values.T) / 2
            matrix[rows, columns] = values
            if second is None and row != column:
                matrix[columns, rows] = values.T
    return matrix


def lengths_and_directions(points, xp):
    """Return the lengths of the points and the unit vectors along them; zero stays zero."""
    scale = xp.max(xp.abs(points), axis=1, keepdims=True)
    scaled = points / xp.where(scale > 0, scale, 1.0)
    length = xp.sqrt(xp.sum(scaled * scaled, axis=1, keepdims=True))
    return (scale * length)[:, 0], scaled / xp.where(length > 0, length, 1.0)


def cosines_and_angles(first, second, xp):
    """Return cosines and angles between unit vectors, the rows of two matrices; a zero vector is orthogonal to all.

    Near 0 and pi the angle comes from the sum and the difference of the vectors: there arccos loses half the digits.
    """
    cosine = xp.clip(first @ second.T, -1.0, 1.0)
    angle = xp.acos(cosine)
    is_near = xp.abs(cosine) > 1 - _NEAR
    for row, column, place in _pairs(is_near, first.shape[1], xp):
        left, right = xp.take(first, row, axis=0), xp.take(second, column, axis=0)
        difference, total = (xp.sqrt(xp.sum((left + sign * right) ** 2, axis=1)) for sign in (-1.0, 1.0))
        near_angle = 2 * xp.atan2(difference, total)
        angle[place] = near_angle
        cosine[place] = xp.cos(near_angle)
    return cosine, angle


@np.errstate(over="ignore", under="ignore")
def distances(first, second, xp):
    """Return Euclidean distances between the rows of two matrices, whose entries are at most of order 1."""
    first_squared, second_squared = xp.sum(first * first, axis=1)[:, None], xp.sum(second * second, axis=1)[None, :]
    total = first_squared + second_squared
    squared = xp.clip(total - 2 * (first @ second.T), 0.0, None)
    for row, column, place in _pairs(squared <= 2 * _NEAR * total, first.shape[1], xp):
        difference = xp.take(first, row, axis=0) - xp.take(second, column, axis=0)
        squared[place] = xp.sum(difference * difference, axis=1)
    return xp.sqrt(squared)


def centered(first, second, xp):
    """Return the points about their common mean, divided by their largest entry, and that entry."""
    both = first if second is None else xp.concat([first, second])
    if both.shape[0] == 0:
        return first, second, 1.0
    largest = float(xp.max(xp.abs(both))) or 1.0
    mean = xp.mean(both / largest, axis=0)
    first = first / largest - mean
    second = None if second is None else second / largest - mean
    return first, second, largest


def _pairs(is_near, n_features, xp):
    """Yield row numbers, column numbers and a mask of the true entries, a bounded number at a time."""
    if not bool(xp.any(is_near)):
        return
    step = max(1, _GATHERED // (n_features * is_near.shape[1]))
    for start in range(0, is_near.shape[0], step):
        rows = xp.arange(is_near.shape[0], device=getattr(is_near, "device", None))[:, None]
        place = is_near & (rows >= start) & (rows < start + step)
        row, column = xp.nonzero(place)
        if row.shape[0]:
            yield row, column, place
