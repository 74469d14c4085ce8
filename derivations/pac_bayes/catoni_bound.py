r"""Catoni's bound: an exponential moment that is exact for 0-1 losses, its dual, and the price of a grid.

q is the empirical risk, p the risk, C the inverse temperature per sample.
"""

import sympy as sp

Q, P, C = sp.symbols("empirical_risk risk inverse_temperature", positive=True)
BUDGET, RATIO = sp.symbols("budget grid_ratio", positive=True)


def expression():
    """Return the bound at a fixed temperature, in terms of the budget (KL + ln(1 / delta)) / n."""
    return {"bound": (1 - sp.exp(-C * Q - BUDGET)) / (1 - sp.exp(-C))}


def steps():
    """Return the chain of the derivation; every link is checked here."""
    return (_moment(), _solve(), _best(), _dual(), _grid())


def _entropy(q, p):
    return q * sp.log(q / p) + (1 - q) * sp.log((1 - q) / (1 - p))


def _moment():
    """Average exp(-C K) over K ~ Bin(n, p)."""
    n = 5
    mean = sum(sp.binomial(n, k) * P**k * (1 - P) ** (n - k) * sp.exp(-C * k) for k in range(n + 1))
    words = "E exp(-C n q) is the n-th power of 1 - p (1 - exp(-C)): no inequality for 0-1 losses."
    shown = sp.Eq(sp.Symbol("E e^(-C n q)"), (1 - P * (1 - sp.exp(-C))) ** sp.Symbol("n"))
    return words, shown, sp.expand(mean - (1 - P * (1 - sp.exp(-C))) ** n) == 0


def _solve():
    left = -sp.log(1 - P * (1 - sp.exp(-C))) - C * Q
    solved = sp.solve(sp.Eq(1 - P * (1 - sp.exp(-C)), sp.exp(-C * Q - BUDGET)), P)
    words = "The change of measure bounds -ln(1 - p (1 - exp(-C))) - C q by the budget; solved for p."
    return words, sp.Le(left, BUDGET), len(solved) == 1 and sp.simplify(solved[0] - expression()["bound"]) == 0


def _best():
    best = sp.log(P * (1 - Q) / (Q * (1 - P)))
    slope = sp.diff(-sp.log(1 - P * (1 - sp.exp(-C))) - C * Q, C)
    return "Stationary temperature.", sp.Eq(C, best), sp.simplify(slope.subs(C, best)) == 0


def _dual():
    best = sp.log(P * (1 - Q) / (Q * (1 - P)))
    difference = (-sp.log(1 - P * (1 - sp.exp(-C))) - C * Q).subs(C, best) - _entropy(Q, P)
    at = {Q: sp.Rational(1, 9), P: sp.Rational(2, 5)}
    words = "The largest value over C is kl(q, p): the minimum of the bounds is the inverse of kl, without a price."
    holds = abs(sp.N(difference.subs(at), 40)) < sp.Float("1e-35")
    return words, sp.Eq(sp.Symbol("sup"), sp.Symbol("kl(q, p)")), bool(holds)


def _grid():
    """Weights 1 / (k (k + 1)) sum to 1; rounding lambda up to alpha^k costs at most a factor alpha."""
    k = sp.Symbol("k", integer=True, positive=True)
    total = sp.summation(1 / (k * (k + 1)), (k, 1, sp.oo))
    scale = sp.Symbol("lambda", positive=True)
    steps = sp.log(scale) / sp.log(RATIO) + 1
    words = (
        "Grid alpha^k with weights 1 / (k (k + 1)) >= (k + 1)^-2: its price is 2 ln(ln(alpha^2 lambda) / ln(alpha))."
    )
    shown = sp.log(RATIO**2 * scale) / sp.log(RATIO)
    difference = sp.simplify(sp.expand_log(steps + 1 - shown, force=True))
    return words, sp.Eq(sp.Symbol("k") + 1, shown, evaluate=False), bool(total == 1 and difference == 0)
