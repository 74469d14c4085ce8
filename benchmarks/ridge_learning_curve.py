"""Learning curves of kernel ridge regression: effective ridges at 50 sample sizes, from 1e5 eigenvalues and more.

Each job lists the direct loop over all eigenvalues, the compressed spectrum once it is built, and everything from raw
eigenvalues on (a curve of all seven fields of the risk); then SciPy's brentq in kappa and in log kappa on a fixed
bracket and a plain bisection, as they are commonly written. Errors are those of kappa, relative to Newton's method in
log kappa on 80-bit sums; ridgeless sample sizes stay below the rank.
"""

import math

import numpy as np

from benchmarks.harness import Row, median_seconds
from theorysim import ridge
from theorysim.ridge import _effective_ridge
from theorysim.spectra import Spectrum

LEVELS, MANY, CURVE = 100_000, 1_000_000, 50
SAMPLES = np.geomspace(10, LEVELS / 2, CURVE)
BRACKET = 1e-15, 1e10
FEW = slice(None, None, 10)


def rows():
    """Time each job; peers that take long run on every tenth sample size, and their time is multiplied."""
    for exponent, delta in ((1.5, 1e-3), (4.0, 0.0), (6.0, 0.0)):
        yield from _curves(exponent, delta)
    yield from _builds()


def _curves(exponent, delta):
    eigenvalues = np.arange(1.0, LEVELS + 1) ** -exponent
    energies = eigenvalues / np.sum(eigenvalues)
    spectrum = Spectrum(eigenvalues, signal=energies)
    short = spectrum.compress()
    exact = _reference(eigenvalues, SAMPLES, delta)
    job = f"kappa of i^-{exponent:g}, {LEVELS:,} eigenvalues, {CURVE} sample sizes, ridge {delta:g}"

    def row(contender, function, note="", repeats=15):
        error = float(np.max(np.abs(np.asarray(function()) / exact - 1)))
        return Row(job, contender, median_seconds(function, repeats=repeats), error, note)

    def direct():
        return _effective_ridge.solve_numpy(spectrum, SAMPLES, np.full(CURVE, delta))[0]

    def from_raw():
        return ridge.risk(Spectrum(eigenvalues, signal=energies), SAMPLES, ridge=delta, noise_variance=0.1).kappa

    yield row("theorysim, direct loop", direct, "target 5 ms")
    yield row("theorysim, compressed", lambda: ridge.kappa(short, SAMPLES, ridge=delta), "target 0.1 ms")
    yield row("theorysim, from raw: build and kappa", lambda: _kappa_from_raw(eigenvalues, delta), "target 6 ms")
    yield row("theorysim, from raw: build and risk", from_raw, "two measures: counts and signal")
    for name, solve in (
        ("scipy brentq in kappa", _brentq),
        ("scipy brentq in log kappa", _brentq_of_logarithm),
        ("bisection in kappa, 200 steps", _bisection),
    ):
        yield _peer(job, name, solve, eigenvalues, delta, exact)


def _kappa_from_raw(eigenvalues, delta):
    return ridge.kappa(Spectrum(eigenvalues), SAMPLES, ridge=delta)


def _peer(job, name, solve, eigenvalues, delta, exact):
    found, failed = [], 0

    def curve():
        nonlocal failed
        found.clear()
        failed = 0
        for n in SAMPLES[FEW]:
            try:
                found.append(solve(eigenvalues, n, delta))
            except ValueError:
                found.append(math.nan)
                failed += 1

    seconds = median_seconds(curve, repeats=1, warmup=0) * CURVE / len(SAMPLES[FEW])
    error = float(np.nanmax(np.abs(np.array(found) / exact[FEW] - 1)))
    note = f"timed at {len(found)} sample sizes" + (f", fails at {failed} of them" if failed else "")
    return Row(job, name, seconds, error, note)


def _excess(eigenvalues, kappa, n, delta):
    return np.sum(eigenvalues / (eigenvalues + kappa)) + delta / kappa - n


def _brentq(eigenvalues, n, delta):
    from scipy import optimize

    return optimize.brentq(lambda kappa: _excess(eigenvalues, kappa, n, delta), *BRACKET)


def _brentq_of_logarithm(eigenvalues, n, delta):
    from scipy import optimize

    low, high = math.log(1e-40), math.log(BRACKET[1])
    return math.exp(optimize.brentq(lambda t: _excess(eigenvalues, math.exp(t), n, delta), low, high))


def _bisection(eigenvalues, n, delta):
    low, high = BRACKET
    for _ in range(200):
        middle = (low + high) / 2
        if _excess(eigenvalues, middle, n, delta) > 0:
            low = middle
        else:
            high = middle
    return middle


def _reference(eigenvalues, samples, delta):
    """Return kappa by Newton's method in log kappa on 80-bit sums."""
    levels, found = eigenvalues.astype(np.longdouble), []
    kappa = np.longdouble(np.sum(eigenvalues) + delta) / samples[0]
    for n in samples:
        for _ in range(60):
            learned, left = levels / (levels + kappa), delta / kappa
            total = np.sum(learned) + left
            step = np.log(total / n) * total / (np.sum(learned * kappa / (levels + kappa)) + left)
            kappa *= np.exp(step)
            if abs(step) < 1e-17:
                break
        found.append(kappa)
    return np.array(found)


def _builds():
    job = f"build of the compressed spectrum, {MANY:,} eigenvalues"
    for exponent in (1.01, 2.0):
        eigenvalues = np.arange(1.0, MANY + 1) ** -exponent
        seconds = median_seconds(lambda eigenvalues=eigenvalues: Spectrum(eigenvalues).compress(), repeats=5)
        yield Row(job, f"theorysim, i^-{exponent:g}", seconds, note="target 100 ms")
    job = f"kappa after the build, {CURVE} sample sizes, against the number of eigenvalues"
    for size in (10_000, LEVELS, MANY):
        short = Spectrum.power_law(1.01, size).compress()
        samples = np.geomspace(10, size / 2, CURVE)
        seconds = median_seconds(lambda short=short, samples=samples: ridge.kappa(short, samples, ridge=1e-14))
        yield Row(job, f"theorysim, {size:,} eigenvalues", seconds, note=f"{short.eigenvalues.size} levels")
