"""How a benchmark is timed and reported: medians over repeats, and the machine's own limits in the same run."""

import statistics
import time
from typing import NamedTuple

import numpy as np


class Row(NamedTuple):
    """One contender at one job; ``error`` is its largest relative error against the reference (nan: not measured)."""

    job: str
    contender: str
    seconds: float
    error: float = float("nan")
    note: str = ""


def median_seconds(function, *, repeats=7, warmup=1):
    """Return the median wall time of a call after warm-up calls."""
    for _ in range(warmup):
        function()
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def dgemm_rate(size=1024):
    """Return the measured double-precision matrix-multiply rate of one BLAS thread in flop/s."""
    import threadpoolctl

    a = np.ones((size, size))
    with threadpoolctl.threadpool_limits(1):
        return 2 * size**3 / median_seconds(lambda: a @ a, repeats=5)


def copy_rate(megabytes=256):
    """Return the measured copy bandwidth in bytes/s (read plus write)."""
    source = np.ones(megabytes * 1024 * 1024 // 8)
    target = np.empty_like(source)
    return 2 * source.nbytes / median_seconds(lambda: np.copyto(target, source), repeats=5)
