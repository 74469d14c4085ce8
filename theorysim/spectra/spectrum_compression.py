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
    eigenvalues, multiplicities, partial_sums = map(arrays.to_host, spectrum.positive_levels)
    signal_eigenvalues, signal = map(arrays.to_host, spectrum.learnable_levels)
    if min([*eigenvalues[-1:], *signal_eigenvalues[-1:]], default=0.0) < _LOWEST:
        return None
    starts, rules = gauss_rules(eigenvalues, multiplicities)
    _, signal_rules = gauss_rules(signal_eigenvalues, signal)
    nodes, weights = _joined(rules)
    signal_nodes, signal_weights = _joined(signal_rules)
    unlearnable = np.array([spectrum.unlearnable_signal] if spectrum.unlearnable_signal > 0 else [])
    zeros = np.zeros(signal_nodes.size + unlearnable.size)
    if nodes.size + zeros.size >= spectrum.eigenvalues.shape[0]:
        return None
    levels = (
        np.concatenate([nodes, signal_nodes, np.zeros(unlearnable.size)]),
        np.concatenate([weights, zeros]),
        np.concatenate([np.zeros(nodes.size), signal_weights, unlearnable]),
        _partial_sums(rules, partial_sums[starts]),
    )
    return levels if xp is np else tuple(xp.asarray(values, device=device) for values in levels)


def gauss_rules(eigenvalues, weights):
    """Return Gauss rules that stand for a measure on eigenvalues, bin by bin.

    Parameters
    ----------
    eigenvalues, weights : NumPy array, shape (G,)
        Positive; eigenvalues descend.

    Returns
    -------
    starts : NumPy array of int
        First level of each bin, and G at the end.
    rules : list of (nodes, weights)
        One for each bin, nodes descending.
    """
    from theorysim.spectra import _compression_loops

    if not eigenvalues.size:
        return np.zeros(1, dtype=np.int64), []
    starts = _compression_loops.bin_starts(eigenvalues, _BIN_WIDTH)
    totals = np.add.reduceat(weights, starts[:-1])
    centers = eigenvalues[starts[:-1]] * math.exp(-_BIN_WIDTH / 2)
    long = np.flatnonzero(np.diff(starts) > _NODES)
    # One array for the logarithms: for long spectra fresh memory costs more than the arithmetic.
    scaled = np.empty_like(eigenvalues)
    for center, (start, stop) in zip(centers, itertools.pairwise(starts.tolist())):
        np.divide(eigenvalues[start:stop], center, out=scaled[start:stop])
    np.log(scaled, out=scaled)
    diagonal, squares = np.zeros((long.size, _NODES)), np.zeros((long.size, _NODES - 1))
    _compression_loops.recurrences(scaled, weights, starts, long, diagonal, squares)
    rules = [(eigenvalues[start:stop], weights[start:stop]) for start, stop in itertools.pairwise(starts.tolist())]
    for j, offsets, shares in zip(long.tolist(), *_nodes_and_shares(diagonal, squares)):
        is_node = shares > _NO_WEIGHT
        rules[j] = centers[j] * np.exp(offsets[is_node]), totals[j] * shares[is_node]
    return starts, rules


def _joined(rules):
    nodes, weights = zip(*rules) if rules else ((), ())
    return np.concatenate([np.zeros(0), *nodes]), np.concatenate([np.zeros(0), *weights])


def _partial_sums(rules, ends):
    """Return the sums of the weights from 0; at the ends of the bins they are those given, to the last digit."""
    sums = [ends[:1]]
    for (_, weights), (start, end) in zip(rules, itertools.pairwise(ends)):
        sums.append(np.append(np.minimum(start + np.cumsum(weights[:-1]), end), end))
    return np.concatenate(sums)


def _nodes_and_shares(diagonal, squares):
    """Return the nodes, descending, and the weights, of sum 1, that belong to rows of recurrence coefficients."""
    k = np.arange(diagonal.shape[1])
    jacobi = np.zeros((*diagonal.shape, diagonal.shape[1]))
    jacobi[:, k, k] = diagonal
    jacobi[:, k[1:], k[:-1]] = np.sqrt(squares)
    nodes, vectors = np.linalg.eigh(jacobi)
    shares = vectors[:, 0, ::-1] ** 2
    return nodes[:, ::-1], shares / np.sum(shares, axis=1, keepdims=True)
