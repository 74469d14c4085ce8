"""Marchenko-Pastur law: density, distribution function and Stieltjes transform against scikit-rmt and quadrature.

scikit-rmt 2.1.1 needs NumPy < 2 and SciPy < 1.13, so it runs in an environment of its own, beside this one, if there is
one: ``python3 -m venv .venv-scikit-rmt && .venv-scikit-rmt/bin/pip install scikit-rmt``.
"""

import json
import math
import pathlib
import subprocess
import warnings

import numpy as np

from benchmarks.harness import Row, median_seconds
from theorysim import spectra

POINTS, EVERY = 1_000_000, 1_000
FEW = 200
RATIO = 0.5
PEER = pathlib.Path(__file__).parents[1] / ".venv-scikit-rmt/bin/python"
PEER_PROGRAM = f"""
import json, statistics, time
import numpy as np
from skrmt.ensemble.spectral_law import MarchenkoPasturDistribution

law = MarchenkoPasturDistribution(ratio={RATIO})
ascending = np.linspace(law.lambda_minus, law.lambda_plus, {POINTS})
found = {{}}
for order, points in (("ascending", ascending), ("shuffled", np.random.default_rng(0).permutation(ascending))):
    for name, function in (("density", law.pdf), ("cdf", law.cdf)):
        times = []
        for _ in range(8):
            start = time.perf_counter()
            values = function(points)
            times.append(time.perf_counter() - start)
        found[f"{{name}} {{order}}"] = statistics.median(times[1:]), values[::{EVERY}].tolist()
print(json.dumps(found))
"""


def rows():
    """Time a million points of each quantity, and a few of the distribution function by quadrature."""
    return [*_million_points(), *_by_quadrature()]


def _million_points():
    law = spectra.MarchenkoPastur(RATIO)
    ascending = np.linspace(*law.support, POINTS)
    peer = _scikit_rmt()
    for order, points in (("ascending", ascending), ("shuffled", np.random.default_rng(0).permutation(ascending))):
        for name in ("density", "cdf", "stieltjes"):
            ours = getattr(law, name)
            job = f"Marchenko-Pastur {name}, {POINTS:,} {order} points, ratio 1/2"
            yield Row(job, "theorysim", median_seconds(lambda ours=ours, points=points: ours(points)))
            if peer and name != "stieltjes":
                seconds, values = peer[f"{name} {order}"]
                error = float(np.max(np.abs(np.array(values) - ours(points[::EVERY]))))
                yield Row(job, "scikit-rmt", seconds, error, "error is absolute")
            else:
                note = "has no Stieltjes transform" if peer else "not installed (see this benchmark's docstring)"
                yield Row(job, "scikit-rmt", math.nan, note=note)


def _scikit_rmt():
    """Return medians and values of scikit-rmt from its own environment, or nothing where there is none."""
    if not PEER.is_file():
        return {}
    done = subprocess.run([PEER, "-W", "ignore", "-c", PEER_PROGRAM], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def _by_quadrature():
    from scipy import integrate

    for ratio in (0.5, 1.0):
        law = spectra.MarchenkoPastur(ratio)
        low, high = law.support
        points = np.linspace(low, high, FEW + 2)[1:-1]

        def density(x, ratio=ratio, low=low, high=high):
            return math.sqrt((high - x) * (x - low)) / (2 * math.pi * ratio * x)

        def by_quadrature(density=density, low=low, points=points):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return np.array([integrate.quad(density, low, point, limit=200)[0] for point in points])

        error = float(np.max(np.abs(by_quadrature() / law.cdf(points) - 1)))
        job = f"Marchenko-Pastur cdf, {FEW} points, ratio {ratio:g}"
        yield Row(job, "theorysim", median_seconds(lambda law=law, points=points: law.cdf(points)))
        yield Row(job, "scipy.integrate.quad of the density", median_seconds(by_quadrature, repeats=3), error)
