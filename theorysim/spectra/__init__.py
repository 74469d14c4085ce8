"""Spectra: what is known of the eigenvalues of kernels and covariances."""

from theorysim.spectra.spectrum import Spectrum

__all__ = ["Spectrum"]
