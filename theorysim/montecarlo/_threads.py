"""One BLAS thread per trial: results keep their bits, and workers do not fight for cores."""

import contextlib
import functools
import sys
import threading


@contextlib.contextmanager
def single_threaded():
    """Limit BLAS to one thread inside a ``with`` block.

    Where threads share one number, as they do in most builds, the limit holds for the whole process until the last
    block that is open, in any thread, has closed; then the former number returns. Opening a block costs microseconds
    once the libraries have been found.

    Examples
    --------
    >>> import numpy as np
    >>> from theorysim import montecarlo
    >>> with montecarlo.single_threaded():
    ...     np.linalg.eigvalsh(np.eye(3))
    array([1., 1., 1.])
    """
    with _lock:
        shared, own = _libraries(_n_modules())
        _shared.enter(shared)
        _own.enter(own)
    try:
        yield
    finally:
        with _lock:
            _shared.leave()
            _own.leave()


class _Limits:
    """Libraries that are limited, with their former numbers of threads, and how many blocks are open."""

    def __init__(self):
        self._depth = 0
        self._former = {}

    def enter(self, libraries):
        self._depth += 1
        for library in libraries:
            # A library may have been loaded, or its number changed, inside an open block.
            self._former.setdefault(library.filepath, (library, library.get_num_threads()))
            _set(library, 1)

    def leave(self):
        self._depth -= 1
        if not self._depth:
            for library, former in self._former.values():
                _set(library, former)
            self._former.clear()


class _OwnLimits(_Limits, threading.local):
    """Limits of one thread."""


_lock = threading.Lock()
_shared = _Limits()
_own = _OwnLimits()


def _set(library, number):
    # From version 3.8 on threadpoolctl obeys only the thread that came first, be it idle: claim and return control.
    release = getattr(library, "clear_controlling_thread", lambda force: None)
    release(force=True)
    library.set_num_threads(number)
    release(force=True)


def _n_modules():
    """Return a number that changes whenever a library may have been loaded."""
    # SciPy brings a BLAS of its own, which must be there before it is limited.
    import scipy.linalg  # noqa: F401

    return len(sys.modules)


@functools.lru_cache(maxsize=1)
def _libraries(n_modules):
    """Return the BLAS libraries with one number of threads for the process, and those with one for each thread."""
    import threadpoolctl

    found = threadpoolctl.ThreadpoolController().lib_controllers
    libraries = [library for library in found if library.user_api == "blas"]
    own = [library for library in libraries if getattr(library, "threading_layer", "") == "openmp"]
    return [library for library in libraries if library not in own], own
