"""Spectra: what is known of the eigenvalues of kernels and covariances."""

from theorysim.spectra.marchenko_pastur import MarchenkoPastur
from theorysim.spectra.spectrum import Spectrum

__all__ = ["MarchenkoPastur", "Spectrum"]
