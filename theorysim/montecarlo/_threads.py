"""One BLAS thread per trial: results keep their bits, and workers do not fight for cores."""

import contextlib
import functools
import sys
import threading

_lock = threading.Lock()
_limits = []
_depth = 0


@contextlib.contextmanager
def single_threaded():
    """Limit BLAS to one thread inside a ``with`` block.

    The limit holds for the whole process until the last block that is open, in any thread, has closed; then the
    former numbers of threads return. Opening a block costs microseconds once the libraries have been found.

    Examples
    --------
    >>> import numpy as np
    >>> from theorysim import montecarlo
    >>> with montecarlo.single_threaded():
    ...     np.linalg.eigvalsh(np.eye(3))
    array([1., 1., 1.])
    """
    _enter()
    try:
        yield
    finally:
        _leave()


def _enter():
    global _depth
    with _lock:
        controller = _controller(_loaded())
        # A library that was loaded inside an open block is not limited yet.
        if not _limits or _limits[-1][0] is not controller:
            _limits.append((controller, controller.limit(limits=1, user_api="blas")))
        _depth += 1


def _leave():
    global _depth
    with _lock:
        _depth -= 1
        while _depth == 0 and _limits:
            _limits.pop()[1].restore_original_limits()


def _loaded():
    """Return a number that changes whenever a library may have been loaded."""
    # SciPy brings a BLAS of its own, which must be there before it is limited.
    import scipy.linalg  # noqa: F401

    return len(sys.modules)


@functools.lru_cache(maxsize=1)
def _controller(loaded):
    import threadpoolctl

    return threadpoolctl.ThreadpoolController()
