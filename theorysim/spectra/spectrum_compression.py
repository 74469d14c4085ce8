"""Compression of a spectrum: Gauss rules in log eigenvalue, a few dozen levels in place of millions.

The sums of kernel ridge regression are sums over levels of functions of lambda that are analytic in x = log lambda
within pi of the real axis (their poles are at lambda = -kappa), for every kappa. So log lambda is cut into bins of
width h = 2, and in each bin the measure (multiplicities, or signal) is replaced by its Gauss rule of m = 10 nodes in
x, with positive weights: Stieltjes' recurrence, then Golub and Welsch's eigenvalue problem. With y = 2 pi / h and
rho = y + sqrt(1 + y^2) the error is of order rho^(-2 m), below 1e-15.
"""

import itertools
import math

import numpy as np

from theorysim import arrays

__all__ = []

_BIN_WIDTH = 2.0
_NODES = 10
_LOWEST = 1e-290
_NO_WEIGHT = 1e-30


def compressed_levels(spectrum):
    """Return the compressed levels of a spectrum, or None when they would not be fewer.

    Two rules lie side by side: levels with a multiplicity but no signal, and levels with signal but multiplicity 0.

    Returns
    -------
    eigenvalues, multiplicities, signal : arrays of the spectrum's namespace, shape (K,)
        In no order.
    cumulative : array of the spectrum's namespace
        Partial sums of the multiplicities of the levels that have one, from 0.
    """
    xp, device = arrays.namespace_of(spectrum.eigenvalues), getattr(spectrum.eigenvalues, "device", None)
    eigenvalues, multiplicities, signal = (
        arrays.to_host(values) for values in (spectrum.eigenvalues, spectrum.multiplicities, spectrum.signal)
    )
    n_positive = eigenvalues.size - int(np.searchsorted(eigenvalues[::-1], 0.0, side="right"))
    if n_positive == 0 or eigenvalues[n_positive - 1] < _LOWEST:
        return None
    nodes, weights, cumulative = _measure(eigenvalues[:n_positive], multiplicities[:n_positive])
    signal_nodes, signal_weights, _ = _measure(eigenvalues[:n_positive], signal[:n_positive])
    unlearnable = np.array([spectrum.unlearnable_signal] if spectrum.unlearnable_signal > 0 else [])
    zeros = np.zeros(signal_nodes.size + unlearnable.size)
    if nodes.size + zeros.size >= eigenvalues.size:
        return None
    levels = (
        np.concatenate([nodes, signal_nodes, np.zeros(unlearnable.size)]),
        np.concatenate([weights, zeros]),
        np.concatenate([np.zeros(nodes.size), signal_weights, unlearnable]),
        cumulative,
    )
    return levels if xp is np else tuple(xp.asarray(values, device=device) for values in levels)


def _measure(eigenvalues, weights):
    """Return the Gauss rule of a measure some of whose weights may be 0."""
    has_weight = weights > 0
    if not has_weight.any():
        return np.zeros(0), np.zeros(0), np.zeros(1)
    if not has_weight.all():
        eigenvalues, weights = eigenvalues[has_weight], weights[has_weight]
    return gauss_levels(eigenvalues, weights)


def gauss_levels(eigenvalues, weights):
    """Return nodes and weights that stand for a measure on positive, descending eigenvalues, and its partial sums.

    Parameters
    ----------
    eigenvalues, weights : NumPy array, shape (G,)
        Positive; eigenvalues descend.

    Returns
    -------
    nodes, node_weights : NumPy array, shape (K,)
        Descending nodes.
    cumulative : NumPy array, shape (K + 1,)
        Partial sums of the weights from 0, exact at the ends of the bins.
    """
    from theorysim.spectra import _compression_loops

    starts = _compression_loops.bin_starts(eigenvalues, _BIN_WIDTH)
    counts = np.diff(starts)
    totals = np.add.reduceat(weights, starts[:-1])
    ends = np.concatenate([[0.0], np.cumsum(totals)])
    centers = eigenvalues[starts[:-1]] * math.exp(-_BIN_WIDTH / 2)
    long = np.flatnonzero(counts > _NODES)
    # One array for the logarithms: for long spectra fresh memory costs more than the arithmetic.
    scaled = np.empty_like(eigenvalues)
    for center, start, stop in zip(centers, starts[:-1], starts[1:]):
        np.divide(eigenvalues[start:stop], center, out=scaled[start:stop])
    np.log(scaled, out=scaled)
    diagonal, squares = np.zeros((long.size, _NODES)), np.zeros((long.size, _NODES - 1))
    _compression_loops.recurrences(scaled, weights, starts, long, diagonal, squares)
    offsets, shares = _gauss_rules(diagonal, squares)
    nodes, node_weights, cumulative = [], [], [np.zeros(1)]
    rows = dict(zip(long.tolist(), range(long.size)))
    for j, (start, stop) in enumerate(itertools.pairwise(starts.tolist())):
        if j in rows:
            is_node = shares[rows[j]] > _NO_WEIGHT
            nodes.append(centers[j] * np.exp(offsets[rows[j], is_node]))
            node_weights.append(totals[j] * shares[rows[j], is_node])
        else:
            nodes.append(eigenvalues[start:stop])
            node_weights.append(weights[start:stop])
        partial = ends[j] + np.cumsum(node_weights[-1])
        partial[-1] = ends[j + 1]
        cumulative.append(partial)
    return np.concatenate(nodes), np.concatenate(node_weights), np.concatenate(cumulative)


def _gauss_rules(diagonal, squares):
    """Return the nodes, descending, and the weights, of sum 1, that belong to rows of recurrence coefficients."""
    k = np.arange(diagonal.shape[1])
    jacobi = np.zeros((*diagonal.shape, diagonal.shape[1]))
    jacobi[:, k, k] = diagonal
    jacobi[:, k[1:], k[:-1]] = np.sqrt(squares)
    nodes, vectors = np.linalg.eigh(jacobi)
    shares = vectors[:, 0, ::-1] ** 2
    return nodes[:, ::-1], shares / np.sum(shares, axis=1, keepdims=True)
