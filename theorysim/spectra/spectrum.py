"""The eigenvalue spectrum of a kernel or a covariance, with the energy of a target on each level.

A spectrum lists levels: eigenvalue lambda_j with multiplicity m_j (a real number, up to 1e300) and the target's
function-space energy V_j on the level (`signal`: eigenvalue x squared weight, summed over the degenerate level).
Energy on eigenvalue 0 cannot be learned; `tail` is the trace of further eigenvalues too small to list.
"""

import dataclasses
import functools
import math

import numpy as np

from theorysim import arrays
from theorysim.errors import require
from theorysim.spectra import spectrum_compression
from theorysim.spectra.spectrum_constructors import Constructors

__all__ = ["Spectrum"]


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class Spectrum(Constructors):
    r"""Eigenvalues with multiplicities, the target's energy on them, and the trace of what is not listed.

    .. math::

        \operatorname{tr}\Sigma = \sum_j m_j \lambda_j + \tau, \qquad \operatorname{rank} = \sum_{\lambda_j > 0} m_j

    Parameters
    ----------
    eigenvalues : array, shape (G,)
        lambda_j >= 0, finite, in any order; at least one is positive unless `tail` is. Zeros are the null space.
    multiplicities : array, shape (G,), optional
        m_j >= 0, real, up to 1e300; 1 each when left out.
    signal : array, shape (G,), optional
        V_j >= 0, the target's energy on level j, multiplicity included; 0 when left out.
    tail : float
        tau >= 0, the trace of infinitely many eigenvalues, each far below every other scale: they act as a ridge.

    Raises
    ------
    DomainError
        For nan, infinite or negative entries, no entries, shapes that differ, or a trace beyond the range of floats.

    Notes
    -----
    The attributes are float64 arrays on the device of `eigenvalues`, sorted by descending eigenvalue. Do not write to
    them: derived quantities are kept. With a tail the rank is infinite.

    Examples
    --------
    >>> spectrum = Spectrum([1.0, 3.0, 0.0, 2.0], signal=[0.0, 1.0, 0.5, 0.0])
    >>> spectrum
    Spectrum(4 levels, rank 3, trace 6, signal 1.5 of which 0.5 unlearnable)
    >>> [float(value) for value in spectrum.eigenvalues]
    [3.0, 2.0, 1.0, 0.0]
    """

    eigenvalues: object
    multiplicities: object = None
    signal: object = None
    tail: float = 0.0

    def __post_init__(self):
        given = {name: getattr(self, name) for name in ("eigenvalues", "multiplicities", "signal")}
        xp, (eigenvalues, multiplicities, signal), _ = arrays.as_float64("spectra.Spectrum", **given)
        for name, value in zip(given, (eigenvalues, multiplicities, signal)):
            if value is not None:
                _require_level_values(name, value, tuple(eigenvalues.shape), xp)
        tail = self.tail
        is_tail = isinstance(tail, (int, float)) and 0 <= tail < math.inf
        require(is_tail, "spectra.Spectrum", "tail", "a number in [0, inf)", tail)
        multiplicities = xp.ones_like(eigenvalues) if multiplicities is None else multiplicities
        signal = xp.zeros_like(eigenvalues) if signal is None else signal
        if not bool(xp.all(eigenvalues[1:] <= eigenvalues[:-1])):
            order = xp.flip(xp.argsort(eigenvalues))
            eigenvalues, multiplicities, signal = (xp.take(a, order) for a in (eigenvalues, multiplicities, signal))
        for name, value in zip(given, (eigenvalues, multiplicities, signal)):
            object.__setattr__(self, name, value)
        object.__setattr__(self, "tail", float(tail))
        require(
            0 < self.trace < math.inf,
            "spectra.Spectrum",
            "the trace (sum of multiplicities x eigenvalues, plus tail)",
            "in (0, inf)",
            self.trace,
        )

    @functools.cached_property
    def rank(self):
        """Sum of the multiplicities of the positive eigenvalues, a float; infinite with a tail."""
        return math.inf if self.tail > 0 else self.listed_rank

    @functools.cached_property
    def listed_rank(self):
        """Sum of the multiplicities of the positive eigenvalues that are listed, whatever the tail."""
        return float(self.positive_levels[2][-1])

    @functools.cached_property
    @np.errstate(over="ignore")
    def trace(self):
        """Sum of multiplicities x eigenvalues, plus the tail."""
        xp = arrays.namespace_of(self.eigenvalues)
        return _total(self.multiplicities * self.eigenvalues, xp) + self.tail

    @functools.cached_property
    def unlearnable_signal(self):
        """Energy of the target on eigenvalue 0."""
        return _total(self.signal[self._positive_count :], arrays.namespace_of(self.signal))

    @functools.cached_property
    def total_signal(self):
        """Energy of the target on all levels, eigenvalue 0 included."""
        return _total(self.signal, arrays.namespace_of(self.signal))

    @functools.cached_property
    def _positive_count(self):
        xp = arrays.namespace_of(self.eigenvalues)
        return int(xp.count_nonzero(self.eigenvalues))

    @functools.cached_property
    def positive_levels(self):
        """Eigenvalues and multiplicities where both are positive, and the partial sums of the latter from 0."""
        eigenvalues, multiplicities, xp = _where_positive(self.eigenvalues, self.multiplicities)
        # Summed on the host in extended precision, so that the rank is the same number on every device.
        sums = np.cumsum(arrays.to_host(multiplicities), dtype=np.longdouble).astype(np.float64)
        sums = sums if xp is np else xp.asarray(sums, device=self.eigenvalues.device)
        return eigenvalues, multiplicities, xp.concat([xp.zeros_like(self.eigenvalues[:1]), sums])

    @functools.cached_property
    def learnable_levels(self):
        """Eigenvalues and signal of the levels where both are positive."""
        return _where_positive(self.eigenvalues, self.signal)[:2]

    def compress(self):
        r"""Return a spectrum of a few dozen levels on which the sums of kernel ridge regression are the same.

        .. math::

            \sum_j m_j f(\ln\lambda_j) = \sum_{k=1}^{10} w_k f(x_k) \quad
            \text{for polynomials } f \text{ of degree} \le 19, \text{ in each bin of } \ln\lambda \text{ of width } 2

        Returns
        -------
        Spectrum
            Gauss rules in log eigenvalue, one for the multiplicities and one for the signal, at most 10 levels for each
            factor e^2 of the eigenvalues; itself when that is not shorter or an eigenvalue is below 1e-290. Rank, trace
            and tail are carried over.

        Notes
        -----
        Verified: sums of m L, m L^2, m L (1 - L) and (1 - L)^2 V with L = lambda / (lambda + kappa) differ by less than
        1e-14, relative, for every kappa > 0. The same holds for any function of lambda that is analytic in log lambda
        within pi of the real axis; a resolvent near the positive axis, hence a density, is not preserved.

        Examples
        --------
        >>> Spectrum.power_law(1.5, 100_000).compress()
        Spectrum(83 levels, rank 100000, trace 2.60605)
        """
        return self._compressed

    @functools.cached_property
    def _compressed(self):
        levels = spectrum_compression.compressed_levels(self)
        if levels is None:
            return self
        *values, cumulative = levels
        short = Spectrum(*values, self.tail)
        nodes, multiplicities, _ = _where_positive(short.eigenvalues, short.multiplicities)
        # What rounding would change is carried over; at the ends of the bins the partial sums are those of all levels.
        levels = (nodes, multiplicities, cumulative)
        vars(short).update(trace=self.trace, positive_levels=levels, _compressed=short)
        return short

    def __repr__(self):
        parts = [f"{self.eigenvalues.shape[0]} levels", f"rank {self.rank:.6g}", f"trace {self.trace:.6g}"]
        if self.total_signal > 0:
            unlearnable = f" of which {self.unlearnable_signal:.6g} unlearnable" if self.unlearnable_signal > 0 else ""
            parts.append(f"signal {self.total_signal:.6g}{unlearnable}")
        if self.tail > 0:
            parts.append(f"tail {self.tail:.6g}")
        return f"Spectrum({', '.join(parts)})"


def _require_level_values(name, value, shape, xp):
    where = "spectra.Spectrum"
    require(value.ndim == 1, where, name, "a list with one entry a level", value)
    require(value.shape[0] > 0, where, name, "a list of at least one level", value)
    require(tuple(value.shape) == shape, where, name, f"of the shape of eigenvalues, {shape}", value)
    allowed = "finite and non-negative (from_kernel_matrix clips rounding errors of a matrix)"
    lowest, highest = float(xp.min(value)), float(xp.max(value))
    require(not math.isnan(lowest), where, name, allowed, math.nan)
    require(lowest >= 0, where, name, allowed, lowest)
    require(highest < math.inf, where, name, allowed, highest)


def _total(values, xp):
    return float(xp.sum(values))


def _where_positive(eigenvalues, weights):
    xp = arrays.namespace_of(eigenvalues)
    is_kept = (eigenvalues > 0) & (weights > 0)
    if not bool(xp.all(is_kept)):
        eigenvalues, weights = eigenvalues[is_kept], weights[is_kept]
    return eigenvalues, weights, xp
