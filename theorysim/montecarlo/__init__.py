"""Monte Carlo: one stream per trial, fixed blocks on any executor, resumable stores and estimates."""

from theorysim.montecarlo._canonical import canonical_text, case_seed
from theorysim.montecarlo._collect import TrialError, collect
from theorysim.montecarlo._estimate import Estimate, estimate
from theorysim.montecarlo._executors import processes
from theorysim.montecarlo._run import Run, run
from theorysim.montecarlo._store import store_folder
from theorysim.montecarlo._streams import stream, streams, trial_range
from theorysim.montecarlo._threads import single_threaded

__all__ = [
    "Estimate",
    "Run",
    "TrialError",
    "canonical_text",
    "case_seed",
    "collect",
    "estimate",
    "processes",
    "run",
    "single_threaded",
    "store_folder",
    "stream",
    "streams",
    "trial_range",
]
