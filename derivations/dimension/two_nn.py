r"""Two nearest neighbors: the law of the ratio, the censored likelihood, its bias and variance.

In a Poisson process the volumes within the first and second neighbor are w_1 and w_1 + w_2, both w exponential.
"""

import sympy as sp

D, V, R, X, W, Z = sp.symbols("d V r x w z", positive=True)


def expression():
    """Return the estimate in terms of r and V."""
    return {"estimate": (R - 1) / V}


def steps():
    """Return the chain of the derivation; every link is checked here."""
    return (_ratio(), _likelihood(), _spacing(), _mean(), _variance())


def _ratio():
    """Integrate over w_1: log mu > x where w_2 > w_1 (exp(d x) - 1)."""
    excess = sp.exp(D * X) - 1
    tail = sp.integrate(sp.exp(-W) * sp.exp(-Z * W), (W, 0, sp.oo)).subs(Z, excess)
    shown = sp.Eq(sp.Symbol("P"), sp.exp(-D * X), evaluate=False)
    return "The logarithm of the ratio exceeds x with probability", shown, sp.simplify(tail - sp.exp(-D * X)) == 0


def _likelihood():
    root = sp.solve(sp.diff(R * sp.log(D) - D * V, D), D)
    words = "r densities d exp(-d x) and n - r tails exp(-d x_(r)) have their maximum at"
    return words, sp.Eq(D, R / V, evaluate=False), root == [R / V]


def _spacing():
    """Multiply the smallest of m exponentials of rate d by m: it has the rate d again."""
    m = sp.Symbol("m", positive=True)
    tail = sp.exp(-D * X / m) ** m
    words = "V is a sum of r normalized spacings, each with tail exp(-d x): a Gamma variable."
    return words, sp.Eq(sp.Symbol("P"), sp.exp(-D * X), evaluate=False), sp.simplify(tail - sp.exp(-D * X)) == 0


def _inverse_moment(power):
    """E V^-power of a Gamma variable, by the integral of x^(r - 1 - power) exp(-d x)."""
    return sp.gammasimp(D**power * sp.gamma(R - power) / sp.gamma(R))


def _mean():
    mean = sp.simplify((R - 1) * _inverse_moment(1))
    return "(r - 1) / V is unbiased.", sp.Eq(sp.Symbol("mean"), D, evaluate=False), sp.simplify(mean - D) == 0


def _variance():
    variance = sp.simplify((R - 1) ** 2 * _inverse_moment(2) - D**2)
    claimed = D**2 / (R - 2)
    return "Its variance.", sp.Eq(sp.Symbol("variance"), claimed, evaluate=False), sp.simplify(variance - claimed) == 0
