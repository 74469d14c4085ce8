r"""Late-time risk at finite size: the mean of an inverse Wishart matrix from the law of one squared distance.

X has n rows and p columns of independent standard normal entries. (X'X)^-1 has on its diagonal the inverse squared
distances of each column from the span of the others, and such a distance squared is chi-squared.
"""

import sympy as sp

N, P = sp.symbols("n_samples n_features", positive=True, integer=True)
SIGNAL, NOISE, INITIAL = sp.symbols("signal_variance noise_variance initial_variance", positive=True)
DEGREES, LENGTH = sp.symbols("k s", positive=True)
LOAD = sp.Symbol("load", positive=True)
TOTAL = SIGNAL + INITIAL
ABOVE = NOISE * (1 + P / (N - P - 1))
BELOW = (1 - N / P) * TOTAL + NOISE * (1 + N / (P - N - 1))


def expression():
    """Return test and training risk."""
    return {
        "test": sp.Piecewise((ABOVE, N > P + 1), (BELOW, N < P - 1), (sp.oo, True)),
        "train": NOISE * sp.Max(0, 1 - P / N),
    }


def steps():
    """Return the chain of the derivation; every link is checked here."""
    return (_least_squares(), _distance(), _chi_squared(), _trace(), _null_modes(), _training(), _limit())


def _least_squares():
    """Take the trace of (X'X)^-1 X' Cov(noise) X (X'X)^-1, on a general 3 x 2 matrix."""
    design = sp.Matrix(3, 2, sp.symbols("a:6", real=True))
    inverse = (design.T * design).inv()
    error = inverse * design.T
    holds = sp.simplify((NOISE * error * error.T).trace() - NOISE * inverse.trace()) == 0
    shown = sp.Eq(sp.Symbol("E|w - w*|**2"), NOISE * sp.Symbol("tr(X'X)**-1"), evaluate=False)
    return "For n > p the weights err by (X'X)^-1 X' noise.", shown, bool(holds)


def _distance():
    """Check the Schur complement, on a general 3 x 3 Gram matrix."""
    a, b, c, d, e, f = sp.symbols("a b c d e f", real=True)
    gram = sp.Matrix([[a, b, c], [b, d, e], [c, e, f]])
    row, rest = gram[0, 1:], gram[1:, 1:]
    squared_distance = a - (row * rest.inv() * row.T)[0]
    holds = sp.simplify(gram.inv()[0, 0] * squared_distance - 1) == 0
    shown = sp.Eq(sp.Symbol("((X'X)**-1)_11"), 1 / sp.Symbol("distance**2"), evaluate=False)
    return "Each diagonal entry is an inverse squared distance from the span of the other columns.", shown, bool(holds)


def _chi_squared():
    """Count: a column has n - (p - 1) independent normal coordinates outside that span."""
    density = LENGTH ** (DEGREES / 2 - 1) * sp.exp(-LENGTH / 2) / (2 ** (DEGREES / 2) * sp.gamma(DEGREES / 2))
    shifted = density.subs(DEGREES, DEGREES + 2) / LENGTH
    mean = sp.simplify(sp.gammasimp(sp.integrate(shifted, (LENGTH, 0, sp.oo), conds="none")))
    shown = sp.Eq(sp.Symbol("E[1 / chi2_k]"), 1 / (DEGREES - 2), evaluate=False)
    return "The mean of an inverse chi-squared variable, finite for k > 2.", shown, sp.simplify(mean - 1 / DEGREES) == 0


def _trace():
    """Sum p entries with k = n - p + 1 degrees of freedom."""
    inverse = P / (DEGREES - 2).subs(DEGREES, N - P + 1)
    holds = sp.simplify(NOISE + NOISE * inverse - ABOVE) == 0
    return "Above n = p + 1.", sp.Eq(sp.Symbol("test"), ABOVE, evaluate=False), bool(holds)


def _null_modes():
    """For p > n exchange rows and columns in the trace; a projector on n of p directions averages to n / p."""
    inverse = N / (DEGREES - 2).subs(DEGREES, P - N + 1)
    test = NOISE + NOISE * inverse + (1 - N / P) * TOTAL
    return "Below n = p - 1.", sp.Eq(sp.Symbol("test"), BELOW, evaluate=False), sp.simplify(test - BELOW) == 0


def _training():
    """Project the noise off the column space: the hat matrix of a 3 x 2 design has trace 2."""
    design = sp.Matrix(3, 2, sp.symbols("a:6", real=True))
    hat = design * (design.T * design).inv() * design.T
    shown = sp.Eq(sp.Symbol("train"), NOISE * (1 - P / N), evaluate=False)
    return "The residual is the noise in n - p directions.", shown, bool(sp.simplify(hat.trace() - 2) == 0)


def _limit():
    large = sp.Symbol("N", positive=True)
    above = sp.limit(ABOVE.subs({N: LOAD * large, P: large}), large, sp.oo)
    below = sp.limit(BELOW.subs({N: LOAD * large, P: large}), large, sp.oo)
    limits = (NOISE * LOAD / (LOAD - 1), (1 - LOAD) * TOTAL + NOISE / (1 - LOAD))
    holds = sp.simplify(above - limits[0]) == 0 and sp.simplify(below - limits[1]) == 0
    return (
        "Both tend to the plateau of the limit law.",
        sp.Eq(sp.Symbol("test"), limits[0], evaluate=False),
        bool(holds),
    )
