r"""The relative entropy of two coins as a sum of two terms that are never negative, and its inequalities.

q is the empirical risk, p the risk; g(t) = t - log(1 + t).
"""

import sympy as sp

Q, P = sp.symbols("empirical_risk risk", positive=True)
T = sp.Symbol("t", positive=True)


def expression():
    """Return the relative entropy."""
    return {"kl": Q * sp.log(Q / P) + (1 - Q) * sp.log((1 - Q) / (1 - P))}


def steps():
    """Return the chain of the derivation; every link is checked here."""
    return (_mean(), _split(), _slope(), _curvature(), _pinsker(), _excess())


def _g(t):
    return t - sp.log(1 + t)


def _is_zero(difference):
    """Compare at rational points to 40 digits where logarithms do not combine symbolically."""
    points = [(sp.Rational(1, 3), sp.Rational(2, 7)), (sp.Rational(1, 10), sp.Rational(9, 10)), (sp.Rational(5, 6), P)]
    values = [difference.subs({Q: q, P: p}).subs(P, sp.Rational(1, 9)) for q, p in points]
    return all(abs(sp.N(value, 40)) < sp.Float("1e-30") for value in values)


def _mean():
    is_error = sp.Symbol("error")
    ratio = sp.log(Q**is_error * (1 - Q) ** (1 - is_error) / (P**is_error * (1 - P) ** (1 - is_error)))
    mean = Q * ratio.subs(is_error, 1) + (1 - Q) * ratio.subs(is_error, 0)
    return (
        "The relative entropy is the mean, under q, of the log likelihood ratio of one loss.",
        sp.Eq(sp.Symbol("mean"), expression()["kl"], evaluate=False),
        sp.simplify(mean - expression()["kl"]) == 0,
    )


def _split():
    split = Q * _g((P - Q) / Q) + (1 - Q) * _g(-(P - Q) / (1 - Q))
    linear = sp.simplify(Q * ((P - Q) / Q) + (1 - Q) * (-(P - Q) / (1 - Q)))
    return (
        "The linear terms of two g cancel, so kl is a sum of terms that are never negative.",
        sp.Eq(expression()["kl"], split, evaluate=False),
        bool(linear == 0 and _is_zero(expression()["kl"] - split)),
    )


def _slope():
    slope = sp.diff(expression()["kl"], P)
    return (
        "Derivative by the risk.",
        sp.Eq(slope, (P - Q) / (P * (1 - P))),
        sp.simplify(slope - (P - Q) / (P * (1 - P))) == 0,
    )


def _curvature():
    second = sp.diff(expression()["kl"], P, 2).subs(P, Q)
    return "Curvature at q = p.", sp.Eq(second, 1 / (Q * (1 - Q))), sp.simplify(second - 1 / (Q * (1 - Q))) == 0


def _pinsker():
    """Differentiate kl - 2 (p - q)^2, which vanishes at p = q: its derivative has the sign of p - q."""
    excess = sp.simplify(sp.diff(expression()["kl"] - 2 * (P - Q) ** 2, P) / (P - Q))
    square = sp.simplify(excess - (1 - 2 * P) ** 2 / (P * (1 - P)))
    words = "Pinsker's inequality kl >= 2 (p - q)^2: the derivative of the excess over p - q is a square."
    return words, sp.Eq(sp.Symbol("excess'") / (P - Q), (1 - 2 * P) ** 2 / (P * (1 - P)), evaluate=False), square == 0


def _excess():
    z = T / (2 + T)
    series = sp.series(z * T - 2 * sum(z**k / k for k in range(3, 12, 2)) - _g(T), T, 0, 12).removeO()
    words = "g by the series of 2 artanh z at z = t / (2 + t), without cancellation."
    return (
        words,
        sp.Eq(sp.Symbol("g"), z * T - 2 * (sp.atanh(sp.Symbol("z")) - sp.Symbol("z")), evaluate=False),
        series == 0,
    )
