"""Upper risks of a million empirical risks and budgets on one core, beside bisection and SciPy's root finders.

SciPy's scalar root finders run on a few of the values and plain bisection on a tenth; their times are scaled to a
million. Errors are those of the gap, relative to 30-digit arithmetic on the few values; a negative margin in the note
means that a returned risk lies below the exact one, so that it bounds nothing.
"""

import numpy as np
import scipy.optimize

from benchmarks.harness import Row, median_seconds
from theorysim import pac_bayes

VALUES, TENTH, FEW = 1_000_000, 100_000, 300


def rows():
    """Return one row for each contender."""
    rng = np.random.default_rng(0)
    risks, budgets = rng.random(VALUES), 10 ** rng.uniform(-6, 0, VALUES)
    gaps = np.array([_exact_gap(q, c) for q, c in zip(risks[:FEW], budgets[:FEW])])
    job = f"kl inverse, {VALUES:,} values, one core"
    contenders = (
        ("theorysim.pac_bayes.kl_inverse", lambda n: pac_bayes.kl_inverse(risks[:n], budgets[:n]).gap, VALUES),
        ("theorysim, one value at a time", lambda n: _one_by_one(risks[:n], budgets[:n]), FEW),
        ("bisection, 52 halvings, NumPy", lambda n: _bisection(risks[:n], budgets[:n]), TENTH),
        ("scipy.optimize.brentq", lambda n: _scalar(scipy.optimize.brentq, risks[:n], budgets[:n]), FEW),
        ("scipy.optimize.bisect", lambda n: _scalar(scipy.optimize.bisect, risks[:n], budgets[:n]), FEW),
    )
    for name, function, count in contenders:
        error = function(FEW) / gaps - 1
        note = f"smallest margin {np.min(error):+.0e}" + ("" if count == VALUES else f"; {count:,} values, scaled")
        seconds = median_seconds(lambda f=function, n=count: f(n), repeats=5 if count > FEW else 1)
        yield Row(job, name, seconds * VALUES / count, float(np.max(np.abs(error))), note)


def _one_by_one(risks, budgets):
    return np.array([pac_bayes.kl_inverse(q, c).gap for q, c in zip(risks, budgets)])


def _bisection(risks, budgets):
    low, high = risks.copy(), np.ones_like(risks)
    for _ in range(52):
        middle = 0.5 * (low + high)
        is_within = _divergence(risks, middle) <= budgets
        low, high = np.where(is_within, middle, low), np.where(is_within, high, middle)
    return 0.5 * (low + high) - risks


@np.errstate(divide="ignore")
def _divergence(q, p):
    return q * np.log(q / p) + (1 - q) * np.log((1 - q) / (1 - p))


def _scalar(solver, risks, budgets):
    return np.array(
        [solver(lambda p, q=q, c=c: _divergence(q, p) - c, q, 1 - 1e-15) - q for q, c in zip(risks, budgets)]
    )


def _exact_gap(q, c):
    import mpmath

    with mpmath.workdps(30):
        q, c = mpmath.mpf(q), mpmath.mpf(c)
        u = -mpmath.log1p(-pac_bayes.kl_inverse(float(q), float(c)).gap / (1 - q))
        for _ in range(4):
            gap = -(1 - q) * mpmath.expm1(-u)
            u -= ((1 - q) * u - q * mpmath.log1p(gap / q) - c) * (q + gap) / gap
        return float(-(1 - q) * mpmath.expm1(-u))
