r"""The best ridge: the same for every eigenvalue, the posterior mean of a Gaussian teacher, and the risk it leaves.

A mode of eigenvalue x contributes (S ridge^2 + (noise_variance / load) x) / (x + ridge)^2 to the test risk.
"""

import sympy as sp

LOAD, RIDGE, EIGENVALUE = sp.symbols("load s x", positive=True)
SIGNAL, NOISE = sp.symbols("signal_variance noise_variance", positive=True)
ERROR = (SIGNAL * RIDGE**2 + NOISE / LOAD * EIGENVALUE) / (EIGENVALUE + RIDGE) ** 2
BEST = NOISE / (LOAD * SIGNAL)
B = (1 - LOAD) * SIGNAL - NOISE
TEST = NOISE + (B + sp.sqrt(B**2 + 4 * NOISE * SIGNAL)) / 2


def expression():
    """Return the best ridge and the test risk."""
    return {"ridge_per_sample": BEST, "test": TEST}


def steps():
    """Return the chain of the derivation; every link is checked here."""
    return (_stationary(), _least(), _error(), _posterior(), _average(), _weak_noise(), _many_samples())


def _stationary():
    slope = sp.factor(sp.diff(ERROR, RIDGE))
    claimed = 2 * EIGENVALUE * (SIGNAL * RIDGE - NOISE / LOAD) / (EIGENVALUE + RIDGE) ** 3
    shown = sp.Eq(sp.Derivative(sp.Symbol("error"), RIDGE), claimed, evaluate=False)
    return "The slope of every mode changes its sign at one ridge.", shown, sp.simplify(slope - claimed) == 0


def _least():
    """Negative below and positive above, for every x: a minimum for every design."""
    step = sp.Symbol("d", positive=True)
    slope = sp.diff(ERROR, RIDGE)
    above = sp.factor(slope.subs(RIDGE, BEST + step)).is_positive
    below = sp.factor(slope.subs(RIDGE, BEST / (1 + step))).is_negative
    return "It is the minimum.", sp.Eq(RIDGE, BEST, evaluate=False), bool(above and below)


def _error():
    claimed = NOISE / LOAD / (EIGENVALUE + BEST)
    holds = sp.simplify(ERROR.subs(RIDGE, BEST) - claimed) == 0
    return "The error that it leaves in a mode.", sp.Eq(sp.Symbol("error"), claimed, evaluate=False), bool(holds)


def _posterior():
    """Prior variance S / p, and n x / noise_variance from the data: the mean shrinks by x / (x + ridge)."""
    n, p = sp.symbols("n p", positive=True)
    from_data, from_prior = n * EIGENVALUE / NOISE, p / SIGNAL
    shrinkage = (from_data / (from_data + from_prior)).subs(n, LOAD * p)
    variance = (p / (from_data + from_prior)).subs(n, LOAD * p)
    holds = sp.simplify(shrinkage - EIGENVALUE / (EIGENVALUE + BEST)) == 0
    holds = holds and sp.simplify(variance - ERROR.subs(RIDGE, BEST)) == 0
    shown = sp.Eq(sp.Symbol("posterior mean / estimate"), EIGENVALUE / (EIGENVALUE + BEST), evaluate=False)
    return "The weights are the posterior mean of a Gaussian teacher, its variance the error.", shown, bool(holds)


def _average():
    """E[1 / (x + s)] solves r s m^2 + (s + 1 - r) m = 1, r = 1 / load, for the Marchenko-Pastur law, atom included."""
    m = (TEST - NOISE) * LOAD / NOISE
    quadratic = BEST * m**2 / LOAD + (BEST + 1 - 1 / LOAD) * m - 1
    is_positive = (
        sp.simplify((B + sp.sqrt(B**2 + 4 * NOISE * SIGNAL)) * (sp.sqrt(B**2 + 4 * NOISE * SIGNAL) - B))
        == 4 * NOISE * SIGNAL
    )
    shown = sp.Eq(sp.Symbol("test"), TEST, evaluate=False)
    return (
        "Averaged by the Stieltjes transform, of which this is the positive root.",
        shown,
        bool(sp.simplify(quadratic) == 0 and is_positive),
    )


def _weak_noise():
    """Only what the sample does not contain is left."""
    left = sp.limit(TEST.subs(LOAD, sp.Rational(1, 3)), NOISE, 0, "+")
    gone = sp.limit(TEST.subs(LOAD, 3), NOISE, 0, "+")
    shown = sp.Eq(sp.Symbol("test"), sp.Max(0, 1 - LOAD) * SIGNAL, evaluate=False)
    return "Without noise, at load 1/3 and at load 3.", shown, bool(left == SIGNAL * sp.Rational(2, 3) and gone == 0)


def _many_samples():
    limit = sp.limit(TEST.subs({SIGNAL: 2, NOISE: 3}), LOAD, sp.oo)
    return "With many samples only the noise is left.", sp.Eq(sp.Symbol("test"), NOISE, evaluate=False), limit == 3
