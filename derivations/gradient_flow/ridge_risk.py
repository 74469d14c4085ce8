r"""Risk of ridge regression on noisy linear data: one mode, then closed averages over the Marchenko-Pastur law.

The weights solve (X'X / n + ridge_per_sample) w = X'y / n. A mode has eigenvalue x of X'X / n and the share xi of X'
noise / n; v is the Stieltjes transform of the smaller Gram matrix, m that of X'X / n.
"""

import sympy as sp

LOAD, RIDGE, EIGENVALUE = sp.symbols("load ridge_per_sample x", positive=True)
SIGNAL, NOISE = sp.symbols("signal_variance noise_variance", nonnegative=True)
V = sp.Symbol("v", positive=True)
N, P, RATIO = sp.symbols("n p r", positive=True)


def _transform(ratio):
    """Return v: the positive root of c s v^2 + (s + |1 - r|) v = 1 with c = min(1, r)."""
    distance, c = RIDGE + sp.Abs(1 - ratio), sp.Min(1, ratio)
    return 2 / (distance + sp.sqrt(distance**2 + 4 * c * RIDGE))


def expression():
    """Return test and training risk in closed form."""
    ratio = 1 / LOAD
    v, c, gap, share = _transform(ratio), sp.Min(1, ratio), sp.Abs(1 - ratio), sp.Min(1, LOAD)
    root = 2 * c * RIDGE * v + RIDGE + gap
    kept = RIDGE**2 * v * (1 + c * v) / root
    response = v * (gap + c * RIDGE * v) / root
    return {
        "test": NOISE + SIGNAL * (sp.Max(0, 1 - LOAD) + share * kept) + NOISE * c * response,
        "train": SIGNAL * share * RIDGE**2 * response + NOISE * (c * kept + sp.Max(0, 1 - ratio)),
    }


def steps():
    """Return the chain of the derivation; every link is checked here."""
    return (
        _mode(),
        _mean_square(),
        _residual(),
        _transform_solves(),
        _atom(),
        _squared(),
        _response(),
        _no_ridge(),
        _large_ridge(),
    )


def _error_of_mode():
    weight, noise = sp.symbols("w_* xi", real=True)
    return (EIGENVALUE * weight + noise) / (EIGENVALUE + RIDGE) - weight, weight, noise


def _mode():
    """Set to 0 the gradient of (x w^2 / 2 - (x w* + xi) w) + ridge w^2 / 2."""
    w = sp.Symbol("w", real=True)
    error, weight, noise = _error_of_mode()
    loss = EIGENVALUE * w**2 / 2 - (EIGENVALUE * weight + noise) * w + RIDGE * w**2 / 2
    solved = sp.solve(sp.diff(loss, w), w)[0] - weight
    return "The error of one mode.", sp.Eq(sp.Symbol("z"), error, evaluate=False), sp.simplify(solved - error) == 0


def _mean_square():
    error, weight, noise = _error_of_mode()
    square = sp.Poly(sp.expand(error**2 * (EIGENVALUE + RIDGE) ** 2), weight, noise)
    mean = square.coeff_monomial(weight**2) * SIGNAL / P + square.coeff_monomial(noise**2) * NOISE * EIGENVALUE / N
    claimed = RIDGE**2 * SIGNAL / P + NOISE * EIGENVALUE / N
    shown = sp.Eq(sp.Symbol("E[z**2]"), claimed / (EIGENVALUE + RIDGE) ** 2, evaluate=False)
    return (
        "Its mean square: w* has variance signal_variance / p, xi has noise_variance x / n.",
        shown,
        sp.simplify(mean - claimed) == 0,
    )


def _residual():
    """In the left singular vector, singular value s with s^2 = n x: noise_k - s z with xi = s noise_k / n."""
    error, weight, noise = _error_of_mode()
    of_sample, singular = sp.Symbol("noise_k", real=True), sp.sqrt(N * EIGENVALUE)
    left = of_sample - singular * error.subs(noise, singular * of_sample / N)
    right = RIDGE / (EIGENVALUE + RIDGE) * (of_sample + singular * weight)
    shown = sp.Eq(sp.Symbol("residual"), right, evaluate=False)
    return "Its share of the residual.", shown, sp.simplify(left - right) == 0


def _transform_solves():
    """For ratio < 1 v = m: the quadratic r s m^2 + (s + 1 - r) m = 1 of the Marchenko-Pastur law."""
    v = 2 / (RIDGE + 1 - RATIO + sp.sqrt((RIDGE + 1 - RATIO) ** 2 + 4 * RATIO * RIDGE))
    quadratic = RATIO * RIDGE * v**2 + (RIDGE + 1 - RATIO) * v - 1
    decays = sp.limit((RIDGE * v).subs(RATIO, sp.Rational(3, 7)), RIDGE, sp.oo) == 1
    shown = sp.Eq(RATIO * RIDGE * V**2 + (RIDGE + 1 - RATIO) * V, 1)
    return "The transform for ratio < 1.", shown, bool(sp.simplify(quadratic) == 0 and decays)


def _atom():
    """For ratio > 1 insert m = (1 - 1/r) / s + v / r: then s v^2 + (s + r - 1) v = 1."""
    m = (1 - 1 / RATIO) / RIDGE + V / RATIO
    quadratic = RATIO * RIDGE * m**2 + (RIDGE + 1 - RATIO) * m - 1
    companion = RIDGE * V**2 + (RIDGE + RATIO - 1) * V - 1
    shown = sp.Eq(RIDGE * V**2 + (RIDGE + RATIO - 1) * V, 1)
    return "For ratio > 1, the atom split off.", shown, sp.simplify(RATIO * quadratic - companion) == 0


def _implicit():
    """Return -dv/ds from c s v^2 + (s + g) v = 1, with the root R of the discriminant."""
    c, gap = sp.symbols("c g", positive=True)
    curve = c * RIDGE * V**2 + (RIDGE + gap) * V - 1
    return sp.diff(curve, RIDGE) / sp.diff(curve, V), c, gap, 2 * c * RIDGE * V + RIDGE + gap


def _squared():
    slope, c, _, root = _implicit()
    claimed = V * (1 + c * V) / root
    shown = sp.Eq(sp.Symbol("<1 / (x + s)**2>"), claimed, evaluate=False)
    return (
        "The mean of 1 / (x + s)**2 over the smaller Gram matrix is -dv/ds.",
        shown,
        sp.simplify(slope - claimed) == 0,
    )


def _response():
    """Write x / (x + s)^2 = 1 / (x + s) - s / (x + s)^2, reduced by the quadratic."""
    slope, c, gap, root = _implicit()
    claimed = V * (gap + c * RIDGE * V) / root
    constraint = c * RIDGE * V**2 + (RIDGE + gap) * V - 1
    numerator = sp.numer(sp.together(V - RIDGE * slope - claimed))
    holds = sp.rem(sp.expand(numerator), sp.expand(constraint), gap) == 0
    shown = sp.Eq(sp.Symbol("<x / (x + s)**2>"), claimed, evaluate=False)
    return "The mean of x / (x + s)**2, a sum of positive terms.", shown, bool(holds)


def _no_ridge():
    above = sp.limit(expression()["test"].subs(LOAD, 3), RIDGE, 0, "+")
    below = sp.limit(expression()["test"].subs(LOAD, sp.Rational(1, 3)), RIDGE, 0, "+")
    plateaus = (NOISE * sp.Rational(3, 2), SIGNAL * sp.Rational(2, 3) + NOISE * sp.Rational(3, 2))
    holds = sp.simplify(above - plateaus[0]) == 0 and sp.simplify(below - plateaus[1]) == 0
    shown = sp.Eq(sp.Symbol("test"), NOISE * LOAD / (LOAD - 1), evaluate=False)
    return "Without ridge: the plateau of gradient flow, at load 3 and at load 1/3.", shown, bool(holds)


def _large_ridge():
    limits = [sp.limit(expression()[name].subs(LOAD, 3), RIDGE, sp.oo) for name in ("test", "train")]
    holds = all(sp.simplify(limit - SIGNAL - NOISE) == 0 for limit in limits)
    return "With infinite ridge w = 0.", sp.Eq(sp.Symbol("test"), SIGNAL + NOISE, evaluate=False), bool(holds)
