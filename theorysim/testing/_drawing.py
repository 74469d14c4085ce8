"""Stand-in for montecarlo.run and montecarlo.case_seed while they are being written; removed with them."""

import hashlib

from theorysim import montecarlo
from theorysim.testing._words import case_label


def case_seed(seed, case, size):
    """Return the seed of a case."""
    if hasattr(montecarlo, "case_seed"):
        return montecarlo.case_seed(seed, case, size)
    digest = hashlib.sha256(case_label(dict(sorted(case.items())), size).encode()).digest()
    return (seed, int.from_bytes(digest[:8], "little"))


def run(simulate, *, trials, seed, executor=None, store=None, **arguments):
    """Return trials of a simulation."""
    if hasattr(montecarlo, "run"):
        return montecarlo.run(simulate, trials=trials, seed=seed, executor=executor, store=store, **arguments)
    return simulate(**arguments, trials=trials, seed=seed)
