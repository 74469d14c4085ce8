r"""The inequality behind the unexpected Bernstein bound, its points of equality and its small rates.

X is a loss of at most b, eta a rate below 1 / b.
"""

import sympy as sp

X, RATE, LARGEST = sp.symbols("x rate loss_bound", positive=True)
COEFFICIENT = (-sp.log(1 - RATE * LARGEST) - RATE * LARGEST) / (RATE * LARGEST**2)


def expression():
    """Return the coefficient of the second moment."""
    return {"coefficient": COEFFICIENT}


def steps():
    """Return the chain of the derivation; every link is checked here."""
    return (_equalities(), _monotone(), _moment(), _coins(), _small())


def _defect(x):
    return sp.log(1 - RATE * x) + RATE * x + RATE * COEFFICIENT * x**2


def _equalities():
    holds = _defect(sp.Integer(0)) == 0 and sp.simplify(_defect(LARGEST)) == 0
    words = "ln(1 - eta x) + eta x + eta c x^2 >= 0 is an equality at x = 0 and x = b."
    return words, sp.Eq(sp.Symbol("defect"), _defect(X), evaluate=False), bool(holds)


def _monotone():
    """(-ln(1 - t) - t) / t^2 = sum of t^k / (k + 2) grows in t, so the defect is not negative below b."""
    t = sp.Symbol("t", positive=True)
    series = sp.series((-sp.log(1 - t) - t) / t**2, t, 0, 8).removeO()
    wanted = sum(t**k / (k + 2) for k in range(8))
    words = "(-ln(1 - t) - t) / t^2 has positive coefficients: at eta x it is not above its value at eta b."
    return words, sp.Eq(sp.Symbol("ratio"), series, evaluate=False), sp.expand(series - wanted) == 0


def _moment():
    """exp(-eta x - eta c x^2) <= 1 - eta x, whose mean is at most exp(-eta E x)."""
    mean = sp.Symbol("mean", positive=True)
    difference = sp.series(sp.exp(-RATE * mean) - (1 - RATE * mean), mean, 0, 3).removeO()
    words = "Hence E exp(eta (E X - X) - eta c X^2) <= exp(eta E X) (1 - eta E X) <= 1."
    shown = sp.Le(sp.exp(-RATE * X - RATE * COEFFICIENT * X**2), 1 - RATE * X)
    return words, shown, sp.simplify(difference - (RATE * mean) ** 2 / 2) == 0


def _coins():
    p = sp.Symbol("p", positive=True)
    mean = (1 - p) + p * sp.exp(-RATE * LARGEST - RATE * COEFFICIENT * LARGEST**2)
    words = "For losses 0 or b the first inequality is an equality of means."
    shown = sp.Eq(sp.Symbol("E e^(-eta X - eta c X^2)"), 1 - RATE * p * LARGEST)
    return words, shown, sp.simplify(mean - (1 - RATE * p * LARGEST)) == 0


def _small():
    return (
        "c tends to eta / 2.",
        sp.Eq(sp.Symbol("c"), RATE / 2),
        sp.limit(COEFFICIENT / RATE, RATE, 0) == sp.Rational(1, 2),
    )
