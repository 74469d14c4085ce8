r"""The inverse relative entropy: the convex equation in u = log((1 - q) / (1 - p)), its start and the gradient.

a = q and b = 1 - q are the shares of errors and of correct answers, gap = p - q = b (1 - exp(-u)).
"""

import sympy as sp

A, B, U, C, GAP = sp.symbols("a b u budget gap", positive=True)
Q, P = sp.symbols("empirical_risk risk", positive=True)


def expression():
    """Return the equation that the inverse solves, and its gradient in terms of the risk."""
    slope = P * (1 - P) / (P - Q)
    return {
        "equation": sp.Eq(C, _entropy(Q, P), evaluate=False),
        "gradient by empirical_risk": (sp.log(P / Q) + sp.log((1 - Q) / (1 - P))) * slope,
        "gradient by budget": slope,
    }


def steps():
    """Return the chain of the derivation; every link is checked here."""
    return (_equation(), _slope(), _convex(), _start(), _small(), _zero(), _gradient(), _mirror())


def _entropy(q, p):
    return q * sp.log(q / p) + (1 - q) * sp.log((1 - q) / (1 - p))


def _f(gap):
    return B * (U - 1 + sp.exp(-U)) + A * (gap / A - sp.log(1 + gap / A))


def _lost():
    return B * (1 - sp.exp(-U))


def _equation():
    """Put 1 - p = b exp(-u) into kl = b u - a log(1 + gap / a); the two gaps of F cancel."""
    direct = B * U - A * sp.log(1 + _lost() / A)
    return (
        "With 1 - p = b exp(-u) the relative entropy is F(u), a sum of positive terms.",
        sp.Eq(sp.Symbol("F"), _f(GAP), evaluate=False),
        sp.simplify(sp.expand(_f(_lost()) - direct)) == 0,
    )


def _slope():
    slope = sp.diff(_f(_lost()), U).subs(B, 1 - A)
    wanted = (_lost() / (A + _lost())).subs(B, 1 - A)
    return "F' = gap / p.", sp.Eq(sp.Symbol("F'"), GAP / (A + GAP), evaluate=False), sp.simplify(slope - wanted) == 0


def _convex():
    second = sp.diff((_lost() / (A + _lost())).subs(B, 1 - A), U)
    risk = A + _lost().subs(B, 1 - A)
    wanted = A * (1 - risk) / risk**2
    return (
        "F'' = a (1 - p) / p^2 is never negative: a step of Newton's method never ends below the root.",
        sp.Eq(sp.Symbol("F''"), A * (1 - P) / P**2, evaluate=False),
        sp.simplify(second - wanted) == 0,
    )


def _start():
    start = (C + sp.sqrt(C) * sp.sqrt(C + 8 * A * B)) / (2 * B)
    left = sp.expand(B * start**2 - C * start - 2 * A * C)
    words = "The start is the positive root of b u^2 = c (2 a + u): F for small u, and c / b for large c."
    return words, sp.Eq(B * U**2, C * (2 * A + U)), sp.simplify(left) == 0


def _small():
    series = sp.series(_f(_lost()).subs(B, 1 - A), U, 0, 4).removeO()
    wanted = (1 - A) * U**2 / (2 * A)
    leading = sp.simplify(series.coeff(U, 2) - wanted / U**2) == 0
    return "F = b u^2 / (2 a) for small u, so gap = sqrt(2 q (1 - q) c).", sp.Eq(sp.Symbol("F"), wanted), bool(leading)


def _zero():
    at_zero = sp.limit(_f(_lost()).subs(B, 1 - A), A, 0, "+")
    return "Without errors F = u, so p = 1 - exp(-c).", sp.Eq(sp.Symbol("F"), U), sp.simplify(at_zero - U) == 0


def _gradient():
    slope = sp.diff(_entropy(Q, P), P)
    by_budget = sp.simplify(1 / slope - expression()["gradient by budget"])
    by_risk = -sp.diff(_entropy(Q, P), Q) / slope - expression()["gradient by empirical_risk"]
    at = {Q: sp.Rational(1, 7), P: sp.Rational(3, 5)}
    return (
        "Implicit functions: dp/dc = 1 / (d kl / dp) and dp/dq = -(d kl / dq) / (d kl / dp).",
        sp.Eq(sp.Derivative(sp.Symbol("p"), C), expression()["gradient by budget"], evaluate=False),
        bool(by_budget == 0 and abs(sp.N(by_risk.subs(at), 40)) < sp.Float("1e-35")),
    )


def _mirror():
    difference = sp.expand_log(_entropy(Q, P) - _entropy(1 - Q, 1 - P).subs({}), force=True)
    words = "Errors and correct answers change places: the lower inverse is 1 minus the upper one of 1 - q."
    return (
        words,
        sp.Eq(sp.Symbol("kl(q, p)"), sp.Symbol("kl(1 - q, 1 - p)"), evaluate=False),
        sp.simplify(difference) == 0,
    )
