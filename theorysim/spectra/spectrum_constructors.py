"""The constructors of `spectra.Spectrum`: a power law, a kernel matrix, features."""

from theorysim.spectra import empirical_spectrum, power_law_spectrum


class Constructors:
    """Classmethods of `spectra.Spectrum`."""

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
        >>> from theorysim.spectra import Spectrum
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
        >>> from theorysim.spectra import Spectrum
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
        >>> from theorysim.spectra import Spectrum
        >>> Spectrum.from_features([[1.0], [1.0], [2.0], [0.0]], [1.0, 1.0, 2.0, 2.0])
        Spectrum(2 levels, rank 1, trace 1.5, signal 2.5 of which 1 unlearnable)
        """
        return cls(*empirical_spectrum.of_features(features, targets))
