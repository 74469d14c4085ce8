"""Results of learning theory: evaluated fast, proved with SymPy, checked against simulation.

Rooms are loaded on first use, so that ``import theorysim`` costs little more than ``import numpy``.

>>> import theorysim
>>> round(theorysim.spectra.MarchenkoPastur(4.0).cdf(5.0), 12)
0.923467229854
"""

import importlib

__version__ = "0.1.0"

_MODULES = (
    "arrays",
    "dimension",
    "errors",
    "gradient_flow",
    "index",
    "kernels",
    "montecarlo",
    "pac_bayes",
    "ridge",
    "solve",
    "spectra",
    "sweep",
    "testing",
)

__all__ = [*_MODULES]


def __getattr__(name):
    if name in _MODULES:
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"theorysim has no room or module {name!r}; it has {', '.join(_MODULES)}")


def __dir__():
    return sorted([*globals(), *_MODULES])
