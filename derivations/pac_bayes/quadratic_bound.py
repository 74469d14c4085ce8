r"""Relaxations of the bound in relative entropy: Pinsker, the quadratic one, and the one with a trade-off.

q is the empirical risk, p the risk, c the budget.
"""

import sympy as sp

Q, P, C, TRADE_OFF = sp.symbols("empirical_risk risk budget trade_off", positive=True)
ROOT = sp.Symbol("s", positive=True)


def expression():
    """Return the three values."""
    return {
        "pinsker": Q + sp.sqrt(C / 2),
        "quadratic": (sp.sqrt(Q + C / 2) + sp.sqrt(C / 2)) ** 2,
        "thiemann": Q / (1 - TRADE_OFF / 2) + C / (TRADE_OFF * (1 - TRADE_OFF / 2)),
    }


def steps():
    """Return the chain of the derivation; every link is checked here."""
    return (_pinsker(), _refined(), _quadratic(), _trade_off(), _best(), _order())


def _entropy(q, p):
    return q * sp.log(q / p) + (1 - q) * sp.log((1 - q) / (1 - p))


def _pinsker():
    slope = sp.simplify(sp.diff(_entropy(Q, P) - 2 * (P - Q) ** 2, P) / (P - Q))
    words = "Pinsker: the excess of kl over 2 (p - q)^2 grows away from p = q."
    wanted = (1 - 2 * P) ** 2 / (P * (1 - P))
    return words, sp.Eq(sp.Symbol("slope"), wanted, evaluate=False), sp.simplify(slope - wanted) == 0


def _refined():
    """Differentiate the excess of kl over (p - q)^2 / (2 p): p - q times a positive factor for p >= q."""
    slope = sp.factor(sp.simplify(sp.diff(_entropy(Q, P) - (P - Q) ** 2 / (2 * P), P)))
    wanted = (P - Q) * (P**2 + P - Q * (1 - P)) / (2 * P**2 * (1 - P))
    words = "Refined for q <= p: kl >= (p - q)^2 / (2 p), as p^2 + p - q (1 - p) > 0."
    return words, sp.Eq(sp.Symbol("slope"), wanted, evaluate=False), sp.simplify(slope - wanted) == 0


def _quadratic():
    root = sp.sqrt(Q + C / 2) + sp.sqrt(C / 2)
    holds = sp.simplify(sp.expand((root**2 - Q) ** 2 - 2 * C * root**2)) == 0
    words = "(p - q)^2 = 2 p c is solved by the square of a sum of roots."
    return words, sp.Eq((P - Q) ** 2, 2 * P * C), bool(holds)


def _trade_off():
    """sqrt(2 p c) <= lambda p / 2 + c / lambda, by the square of a difference."""
    gap = TRADE_OFF * ROOT**2 / 2 + C / TRADE_OFF - sp.sqrt(2 * C) * ROOT
    square = (sp.sqrt(TRADE_OFF / 2) * ROOT - sp.sqrt(C / TRADE_OFF)) ** 2
    words = "The root of 2 p c is at most lambda p / 2 + c / lambda, for every lambda; solve for p."
    return (
        words,
        sp.Le(sp.sqrt(2 * P * C), TRADE_OFF * P / 2 + C / TRADE_OFF),
        sp.simplify(sp.expand(gap - square)) == 0,
    )


def _best():
    best = 2 / (1 + sp.sqrt(2 * Q / C + 1))
    value = expression()["thiemann"]
    at = {Q: sp.Rational(1, 7), C: sp.Rational(1, 11)}
    stationary = sp.simplify(sp.diff(value, TRADE_OFF).subs(TRADE_OFF, best).subs(at)) == 0
    equal = sp.simplify(sp.expand((value.subs(TRADE_OFF, best) - expression()["quadratic"]).subs(at))) == 0
    words = "The best trade-off gives the quadratic bound."
    return words, sp.Eq(TRADE_OFF, best), bool(stationary and equal)


def _order():
    """With s = sqrt(p) at the quadratic value: gap sqrt(2 c) s against sqrt(c / 2)."""
    words = "The quadratic gap sqrt(2 p c) is at most Pinsker's sqrt(c / 2) when p <= 1 / 4."
    ratio = sp.simplify(sp.sqrt(2 * C) * ROOT / sp.sqrt(C / 2))
    return words, sp.Le(P, sp.Rational(1, 4)), sp.simplify(ratio - 2 * ROOT) == 0
