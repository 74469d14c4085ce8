"""Exact nearest neighbours of all points of a set, by a tree or by blocks of a matrix product.

Products in float32 only choose candidates; a bound on their rounding says which rows are certain, and a tree answers
the others. All distances are differences of centred float64 coordinates.
"""

import time
from typing import NamedTuple

import numpy as np

from theorysim import errors

_ROWS, _PILOT, _SPARE = 256, 128, 8
# Points nearer than this many roundings of their largest coordinate are the same point.
_ROUNDINGS = 4.0


class Neighbours(NamedTuple):
    """Sorted distances and indices, both (n_used, k), of the distinct points; in units of a power of two."""

    distances: np.ndarray
    indices: np.ndarray
    n_dropped: int


def neighbours(points, k, function):
    """Return the k nearest other points of each distinct point."""
    points = np.asarray(points)
    is_table = points.ndim == 2 and points.dtype.kind in "fiu" and points.shape[1] > 0
    errors.require(is_table, function, "points", "a table of real numbers, a row for each point", points)
    points = points.astype(float)
    errors.require(bool(np.isfinite(points).all()), function, "points", "finite", "nan or infinite entries")
    errors.require(len(points) > k, function, "points", f"at least {k + 1} rows", len(points))
    largest = np.abs(points).max()
    errors.require(largest > 0, function, "points", "distinct points", "zeros only")
    # A power of two changes no digit and keeps squares from overflow.
    points = np.ldexp(points, -int(np.frexp(largest)[1]))
    resolution = _ROUNDINGS * np.finfo(float).eps * np.abs(points).max()
    points -= points.mean(0)
    n_given = len(points)
    distances, indices = _search(points, k)
    if distances[:, 0].min() <= resolution:
        points = _distinct(points, resolution)
        allowed = f"at least {k + 1} distinct points"
        errors.require(len(points) > k, function, "points", allowed, f"{len(points)} distinct points")
        distances, indices = _search(points, k)
    return Neighbours(distances, indices, n_given - len(points))


def _distinct(points, resolution):
    """Keep the first of each chain of points that are nearer than the resolution."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components
    from scipy.spatial import cKDTree

    first = np.sort(np.unique(points, axis=0, return_index=True)[1])
    points = points[first]
    pairs = cKDTree(points).query_pairs(resolution, output_type="ndarray")
    graph = coo_array((np.ones(len(pairs)), (pairs[:, 0], pairs[:, 1])), shape=(len(points), len(points)))
    labels = connected_components(graph, directed=False)[1]
    return points[np.sort(np.unique(labels, return_index=True)[1])]


def _search(points, k):
    from scipy.spatial import cKDTree

    tree = cKDTree(points)
    if len(points) < 16 * _PILOT or _tree_is_faster(tree, points, k):
        indices = _by_tree(tree, points, np.arange(len(points)), k)
    else:
        indices, is_certain = _by_product(points, k, 0, len(points))
        unsure = np.flatnonzero(~is_certain)
        indices[unsure] = _by_tree(tree, points, unsure, k)
    return _sorted(points, np.arange(len(points)), indices)


def _tree_is_faster(tree, points, k):
    """Time both on a few rows; whichever is chosen, the neighbours are the same."""
    _by_product(points, k, 0, 1)
    rows = np.linspace(0, len(points) - 1, _PILOT).astype(int)
    start = time.perf_counter()
    _by_tree(tree, points, rows, k)
    middle = time.perf_counter()
    _by_product(points, k, 0, _PILOT)
    return middle - start < time.perf_counter() - middle


def _by_tree(tree, points, rows, k):
    if len(rows) == 0:
        return np.empty((0, k), dtype=np.int64)
    found = tree.query(points[rows], k + 1)[1]
    # Among exact copies the point itself may come at any place, or not at all.
    is_other = found != rows[:, None]
    is_other[is_other.all(1), -1] = False
    return found[is_other].reshape(len(rows), k)


def _by_product(points, k, start, stop):
    """Return candidates refined to k, and whether no other point can be nearer."""
    from theorysim.dimension._neighbours_loops import nearest_of_rows

    n_candidates = min(k + _SPARE, len(points) - 1)
    single = points.astype(np.float32)
    squares = (single * single).sum(1)
    # The product of a row and a column is |y|^2 - 2 x . y.
    left = np.concatenate([-2 * single, np.ones_like(squares)[:, None]], axis=1)
    right = np.ascontiguousarray(np.concatenate([single, squares[:, None]], axis=1).T)
    norms = np.sqrt(squares.astype(float))
    rounding = (points.shape[1] + 8) * float(np.finfo(np.float32).eps) * (norms + norms.max()) ** 2
    indices, is_certain = np.empty((stop - start, k), dtype=np.int64), np.empty(stop - start, dtype=bool)
    for low in range(start, stop, _ROWS):
        high = min(low + _ROWS, stop)
        candidates, farthest = nearest_of_rows(left[low:high] @ right, low, n_candidates)
        distances, ordered = _sorted(points, np.arange(low, high), candidates)
        indices[low - start : high - start] = ordered[:, :k]
        beyond = farthest + norms[low:high] ** 2 - rounding[low:high]
        is_certain[low - start : high - start] = distances[:, k - 1] ** 2 < beyond
    return indices, is_certain


def _sorted(points, rows, indices):
    """Return distances by differences, sorted, and their indices."""
    squares = np.stack([((points[rows] - points[column]) ** 2).sum(1) for column in indices.T], axis=1)
    order = np.argsort(squares, axis=1, kind="stable")
    return np.sqrt(np.take_along_axis(squares, order, 1)), np.take_along_axis(indices, order, 1)
