"""The compiled loops behind `ridge.risk` for NumPy arrays: sums over levels at given kappa."""

import numpy as np
from numba import njit

_BLOCK = 1024


@njit(error_model="numpy", nogil=True, cache=True, fastmath={"reassoc", "contract", "nsz"})
def _block_degrees(eigenvalues, multiplicities, kappa):
    mixed = squared = 0.0
    for i in range(eigenvalues.size):
        inverse = 1.0 / (eigenvalues[i] + kappa)
        learned = eigenvalues[i] * inverse
        term = multiplicities[i] * learned
        mixed += term * (kappa * inverse)
        squared += term * learned
    return mixed, squared


@njit(error_model="numpy", nogil=True, cache=True, fastmath={"reassoc", "contract", "nsz"})
def _block_signal(eigenvalues, signal, kappa):
    unlearned_sum = learned_sum = 0.0
    for i in range(eigenvalues.size):
        inverse = 1.0 / (eigenvalues[i] + kappa)
        unlearned = kappa * inverse
        learned_sum += signal[i] * (eigenvalues[i] * inverse)
        unlearned_sum += signal[i] * unlearned * unlearned
    return unlearned_sum, learned_sum


@njit(error_model="numpy", nogil=True, cache=True)
def sums(eigenvalues, multiplicities, signal_eigenvalues, signal, kappa):
    """Return, for each kappa > 0, the sums of m L (1 - L), m L^2, (1 - L)^2 V and L V."""
    result = np.zeros((4, kappa.size))
    for j in range(kappa.size):
        for start in range(0, eigenvalues.size, _BLOCK):
            stop = start + _BLOCK
            mixed, squared = _block_degrees(eigenvalues[start:stop], multiplicities[start:stop], kappa[j])
            result[0, j] += mixed
            result[1, j] += squared
        for start in range(0, signal_eigenvalues.size, _BLOCK):
            stop = start + _BLOCK
            unlearned, learned = _block_signal(signal_eigenvalues[start:stop], signal[start:stop], kappa[j])
            result[2, j] += unlearned
            result[3, j] += learned
    return result
