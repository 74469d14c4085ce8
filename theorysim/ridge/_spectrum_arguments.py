"""Reading the arguments of a function of a spectrum: everything ends on the spectrum's device."""

import numpy as np

from theorysim import arrays
from theorysim.errors import require
from theorysim.spectra import Spectrum

_LONG = 1024
_MANY = 16


def read(function, spectrum, /, **arguments):
    """Return what `arrays.read` returns, with scalars and lists moved to the spectrum's device."""
    require(isinstance(spectrum, Spectrum), function, "spectrum", "a spectra.Spectrum", spectrum)
    xp = arrays.namespace_of(spectrum.eigenvalues, *(value for value, _ in arguments.values()))
    if xp is not np:
        device = spectrum.eigenvalues.device
        hosts = {name: pair for name, pair in arguments.items() if not hasattr(pair[0], "device")}
        if hosts:
            arrays.read(function, **hosts)
        arguments |= {
            name: (xp.asarray(np.asarray(value, dtype=np.float64), device=device), interval)
            for name, (value, interval) in hosts.items()
        }
    return arrays.read(function, **arguments)


def short_enough(spectrum, count):
    """Return the spectrum to evaluate at `count` points: its compressed form when building that pays."""
    return spectrum.compress() if spectrum.eigenvalues.shape[0] >= _LONG and count >= _MANY else spectrum
