"""Levels of the power-law spectrum lambda_i = i^-exponent, finite or infinite.

The infinite one is the list of its first N levels, a Gauss-Legendre quadrature in log i for the rest, and a tail. The
sum over i > N of f(i) is the integral from N + 1/2 plus a series in the backward differences of f at N, which only
changes the multiplicities of the last listed levels.
"""

import math
import numbers

import numpy as np

from theorysim.errors import require
from theorysim.solve import gauss_legendre

__all__ = []

_PANEL_WIDTH = 2.0
_PANEL_ORDER = 12
_DIFFERENCES = 4
_LOWEST_LOGARITHM = -690.0


def levels(exponent, size, signal_exponent):
    """Return eigenvalues, multiplicities, signal and tail."""
    function = "spectra.Spectrum.power_law"
    _require_real(exponent, function, "exponent")
    require(exponent > 0, function, "exponent", "in (0, inf)", exponent)
    if signal_exponent is not None:
        _require_real(signal_exponent, function, "signal_exponent")
    if size is not None:
        require(isinstance(size, numbers.Integral) and size > 0, function, "size", "a positive integer or None", size)
        index = np.arange(1.0, size + 1.0)
        signal = None if signal_exponent is None else index**-signal_exponent
        return index**-exponent, None, signal if signal is None else signal / np.sum(signal), 0.0
    require(exponent > 1, function, "exponent", "above 1 for an infinite spectrum (or give size=)", exponent)
    if signal_exponent is not None:
        allowed = "above 1 for an infinite spectrum (or give size=)"
        require(signal_exponent > 1, function, "signal_exponent", allowed, signal_exponent)
    return _infinite(float(exponent), signal_exponent)


def _require_real(value, function, name):
    is_real = isinstance(value, numbers.Real) and math.isfinite(value)
    require(is_real, function, name, "a finite real number", value)


def _infinite(exponent, signal_exponent):
    """Return the levels of the infinite spectrum: listed ones, quadrature nodes, and one at eigenvalue 0."""
    last = -_LOWEST_LOGARITHM / exponent
    listed = math.ceil(128 * max(8.0, exponent, signal_exponent or 0.0))
    if math.log(listed) >= last:
        log_index = np.log(np.arange(1.0, math.floor(math.exp(last)) + 1.0))
        counts = np.ones_like(log_index)
        last = log_index[-1]
    else:
        start = math.log(listed + 0.5)
        panels = math.ceil((last - start) * exponent / _PANEL_WIDTH)
        width = (last - start) / panels
        nodes, weights = gauss_legendre(_PANEL_ORDER)
        between = (start + width * (np.arange(panels)[:, None] + nodes)).ravel()
        log_index = np.concatenate([np.log(np.arange(1.0, listed + 1.0)), between])
        counts = np.concatenate([_listed_counts(listed), np.tile(weights, panels) * width * np.exp(between)])
    tail = math.exp((1 - exponent) * last) / (exponent - 1)
    eigenvalues = np.append(np.exp(-exponent * log_index), 0.0)
    multiplicities = np.append(counts, 0.0)
    if signal_exponent is None:
        return eigenvalues, multiplicities, None, tail
    beyond = math.exp((1 - signal_exponent) * last) / (signal_exponent - 1)
    signal = np.append(counts * np.exp(-signal_exponent * log_index), beyond)
    return eigenvalues, multiplicities, signal / np.sum(signal), tail


def _listed_counts(listed):
    """Return the multiplicities of levels 1..listed when the levels above are replaced by an integral.

    With the backward difference D at the last level, the sum over the levels above is -1/D and the integral from half a
    step above is (1 - D)^(-1/2) / log(1 - D), as operators; their difference is a power series that starts with D / 24.
    """
    order = _DIFFERENCES + 2
    root = np.cumprod(np.concatenate([[1.0], (2 * np.arange(1, order) - 1) / (2 * np.arange(1, order))]))
    logarithm = 1 / np.arange(1, order + 1)
    quotient = np.zeros(order)
    for k in range(order):
        quotient[k] = root[k] - quotient[:k] @ logarithm[k:0:-1]
    counts = np.ones(listed)
    for k in range(1, _DIFFERENCES + 1):
        binomials = np.array([math.comb(k, j) * (-1) ** j for j in range(k + 1)], dtype=float)
        counts[listed - 1 - np.arange(k + 1)] += quotient[k + 1] * binomials
    return counts
