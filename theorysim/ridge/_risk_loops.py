"""The compiled loops behind `ridge.risk` for NumPy arrays: sums over levels at given kappa."""

import numpy as np
from numba import njit

_BLOCK = 1024


# Sums may be regrouped; products may not, lest they leave the range of floats: m lambda <= trace, and L alone may
# underflow. Flags that are left out would be the caller's.
@njit(error_model="numpy", nogil=True, cache=True, fastmath=False)
def _degree_terms(eigenvalue, multiplicity, kappa):
    """Return m L (1 - L) and m L^2."""
    inverse = 1.0 / (eigenvalue + kappa)
    term = multiplicity * eigenvalue * inverse
    return term * (kappa * inverse), term * (eigenvalue * inverse)


@njit(error_model="numpy", nogil=True, cache=True, fastmath=False)
def _signal_terms(eigenvalue, signal, kappa):
    """Return (1 - L)^2 V and L V."""
    inverse = 1.0 / (eigenvalue + kappa)
    unlearned = kappa * inverse
    return signal * unlearned * unlearned, signal * (eigenvalue * inverse)


@njit(error_model="numpy", nogil=True, cache=True, fastmath={"reassoc", "contract", "nsz"})
def _block_degrees(eigenvalues, multiplicities, kappa):
    mixed = squared = 0.0
    for i in range(eigenvalues.size):
        terms = _degree_terms(eigenvalues[i], multiplicities[i], kappa)
        mixed += terms[0]
        squared += terms[1]
    return mixed, squared


@njit(error_model="numpy", nogil=True, cache=True, fastmath={"reassoc", "contract", "nsz"})
def _block_signal(eigenvalues, signal, kappa):
    unlearned = learned = 0.0
    for i in range(eigenvalues.size):
        terms = _signal_terms(eigenvalues[i], signal[i], kappa)
        unlearned += terms[0]
        learned += terms[1]
    return unlearned, learned


@njit(error_model="numpy", nogil=True, cache=True)
def sums(eigenvalues, multiplicities, signal_eigenvalues, signal, kappa):
    """Return, for each kappa >= 0, the sums of m L (1 - L), m L^2, (1 - L)^2 V and L V."""
    result = np.zeros((4, kappa.size))
    for j in range(kappa.size):
        if kappa[j] == 0.0:
            result[1, j], result[3, j] = multiplicities.sum(), signal.sum()
            continue
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
