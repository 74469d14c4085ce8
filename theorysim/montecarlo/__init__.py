"""Monte Carlo: one stream per trial, fixed blocks on any executor, resumable stores and estimates."""

from theorysim.montecarlo._collect import TrialError, collect
from theorysim.montecarlo._streams import stream, streams, trial_range
from theorysim.montecarlo._threads import single_threaded

__all__ = [
    "TrialError",
    "collect",
    "single_threaded",
    "stream",
    "streams",
    "trial_range",
]
