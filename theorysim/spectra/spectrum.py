"""The eigenvalue spectrum of a kernel or a covariance, with the energy of a target on each level.

A spectrum lists levels: eigenvalue lambda_j with multiplicity m_j (a real number, up to 1e300) and the target's
function-space energy V_j on the level (`signal`: eigenvalue x squared weight, summed over the degenerate level).
Energy on eigenvalue 0 cannot be learned; `tail` is the trace of further eigenvalues too small to list.
"""

import dataclasses
import functools
import math

from theorysim import arrays
from theorysim.errors import require
from theorysim.spectra import empirical_spectrum, power_law_spectrum

__all__ = ["Spectrum"]


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class Spectrum:
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
        if self.tail > 0:
            return math.inf
        xp = arrays.namespace_of(self.eigenvalues)
        return _total(xp.where(self.eigenvalues > 0, self.multiplicities, 0.0 * self.multiplicities), xp)

    @functools.cached_property
    def trace(self):
        """Sum of multiplicities x eigenvalues, plus the tail."""
        xp = arrays.namespace_of(self.eigenvalues)
        return _total(self.multiplicities * self.eigenvalues, xp) + self.tail

    @functools.cached_property
    def unlearnable_signal(self):
        """Energy of the target on eigenvalue 0."""
        xp = arrays.namespace_of(self.eigenvalues)
        return _total(xp.where(self.eigenvalues > 0, 0.0 * self.signal, self.signal), xp)

    @functools.cached_property
    def total_signal(self):
        """Energy of the target on all levels, eigenvalue 0 included."""
        return _total(self.signal, arrays.namespace_of(self.signal))

    @classmethod
    def power_law(cls, exponent, size=None, *, signal_exponent=None):
        r"""Return the spectrum whose i-th eigenvalue is a power of i, finite or infinite.

        .. math::

            \lambda_i = i^{-a}, \qquad V_i = i^{-b} \Big/ \sum_k k^{-b}, \qquad i = 1, 2, \dots

        Parameters
        ----------
        exponent : float
            a > 0; above 1 for an infinite spectrum, whose trace must be finite.
        size : int, optional
            Number of eigenvalues; infinitely many when left out.
        signal_exponent : float, optional
            b, real; above 1 for an infinite spectrum. Without it the signal is 0.

        Returns
        -------
        Spectrum

        Notes
        -----
        The infinite spectrum is held as its first levels, a quadrature over the rest down to eigenvalues of 1e-300,
        and a tail. Sums over levels of functions analytic in the logarithm of the eigenvalue within pi of the real
        axis, such as those of kernel ridge regression, are exact to 1e-14.

        Examples
        --------
        >>> round(Spectrum.power_law(2.0).trace, 12)  # pi^2 / 6
        1.644934066848
        """
        levels = power_law_spectrum.levels(exponent, size, signal_exponent)
        return cls(*levels)

    @classmethod
    def from_kernel_matrix(cls, kernel, targets=None):
        r"""Return the spectrum of a kernel matrix on N points, and the targets' energy in its eigenvectors.

        .. math::

            \frac{K}{N} = U \operatorname{diag}(\lambda) U^\top, \qquad V_j = \frac{1}{N} \sum_c (U^\top y)_{jc}^2

        Parameters
        ----------
        kernel : array, shape (N, N)
            Symmetric positive semidefinite, finite.
        targets : array, shape (N,) or (N, C), optional
            Values at the points; the energies of C outputs are added.

        Returns
        -------
        Spectrum
            N levels. Eigenvalues within N x 2.2e-16 of the largest are rounding: they become exactly 0, the null
            space, and the energy there counts as unlearnable.

        Raises
        ------
        DomainError
            When the matrix is not square, finite, symmetric or positive semidefinite, or the targets do not fit.

        Examples
        --------
        >>> Spectrum.from_kernel_matrix([[2.0, 1.0], [1.0, 2.0]], [1.0, 1.0])
        Spectrum(2 levels, rank 2, trace 2, signal 1)
        """
        return cls(*empirical_spectrum.of_kernel_matrix(kernel, targets))

    @classmethod
    def from_features(cls, features, targets=None):
        r"""Return the spectrum of the second-moment matrix of features, without forming a kernel matrix.

        .. math::

            \frac{X}{\sqrt N} = U \operatorname{diag}(\sqrt\lambda) W^\top, \qquad
            V_j = \frac{1}{N} \sum_c (U^\top y)_{jc}^2

        Parameters
        ----------
        features : array, shape (N, D)
            One row a point, finite; not centred here.
        targets : array, shape (N,) or (N, C), optional
            Values at the points; what no linear function of the features reaches is unlearnable energy.

        Returns
        -------
        Spectrum
            min(N, D) levels, and one at eigenvalue 0 for the energy out of reach.

        Raises
        ------
        DomainError
            When the features are not a finite matrix or the targets do not fit.

        Examples
        --------
        >>> Spectrum.from_features([[1.0], [1.0], [2.0], [0.0]], [1.0, 1.0, 2.0, 2.0])
        Spectrum(2 levels, rank 1, trace 1.5, signal 2.5 of which 1 unlearnable)
        """
        return cls(*empirical_spectrum.of_features(features, targets))

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
