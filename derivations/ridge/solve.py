r"""Kernel ridge regression: the equation for the coefficients, its second form in features, and its limits.

K is a general symmetric matrix, or F F^T with general features F; ``ridge`` is added to its diagonal.
"""

import sympy as sp

RIDGE = sp.Symbol("ridge", positive=True)
Y = sp.Matrix(sp.symbols("y1:4"))
KERNEL = sp.Matrix(3, 3, lambda i, j: sp.Symbol(f"k{min(i, j) + 1}{max(i, j) + 1}"))


def expression():
    """Return the coefficients and the fit for three points."""
    inverse = (KERNEL + RIDGE * sp.eye(3)).inv()
    return {"coefficients": inverse * Y, "fitted": KERNEL * inverse * Y}


def steps():
    """Return the chain of the derivation; every link is checked here."""
    return (_stationary(), _features(), _residual(), _slope(), _pseudo_inverse(), _condition())


def _stationary():
    alpha = sp.Matrix(sp.symbols("a1:4"))
    residual = Y - KERNEL * alpha
    loss = (residual.T * residual)[0] + RIDGE * (alpha.T * KERNEL * alpha)[0]
    gradient = sp.Matrix([sp.diff(loss, symbol) for symbol in alpha])
    closed = 2 * KERNEL * ((KERNEL + RIDGE * sp.eye(3)) * alpha - Y)
    return (
        "The gradient of |y - K a|^2 + ridge a'K a is 2 K ((K + ridge) a - y): it vanishes at the coefficients.",
        sp.Eq(sp.Symbol("gradient"), 2 * sp.Symbol("K") * ((sp.Symbol("K") + RIDGE) * sp.Symbol("a") - sp.Symbol("y"))),
        (gradient - closed).applyfunc(sp.expand).is_zero_matrix is True,
    )


def _features():
    features = sp.Matrix(3, 2, sp.symbols("f1:7"))
    in_features = features * (features.T * features + RIDGE * sp.eye(2)).inv() * features.T
    matrix = features * features.T
    in_points = matrix * (matrix + RIDGE * sp.eye(3)).inv()
    letter, other = sp.Symbol("F", commutative=False), sp.Symbol("G", commutative=False)
    return (
        "With K = F F' (G = F'): the fit is that of ridge regression on the features.",
        sp.Eq(letter * (other * letter + RIDGE) ** -1 * other, letter * other * (letter * other + RIDGE) ** -1),
        (in_features - in_points).applyfunc(sp.cancel).is_zero_matrix is True,
    )


def _residual():
    found = expression()
    return (
        "What the fit leaves over is ridge times the coefficients.",
        sp.Eq(sp.Symbol("y") - sp.Symbol("fitted"), RIDGE * sp.Symbol("coefficients"), evaluate=False),
        (Y - found["fitted"] - RIDGE * found["coefficients"]).applyfunc(sp.cancel).is_zero_matrix is True,
    )


def _slope():
    coefficients = expression()["coefficients"]
    slope = sp.diff((Y.T * coefficients)[0], RIDGE)
    return (
        "A ridge larger by dr lowers y'(K + ridge)^-1 y by |coefficients|^2 dr: no jitter is harmless by itself.",
        sp.Eq(sp.Symbol("slope"), -(sp.Symbol("|coefficients|") ** 2), evaluate=False),
        sp.cancel(slope + (coefficients.T * coefficients)[0]) == 0,
    )


def _pseudo_inverse():
    """Take the limit for two equal points: the part of y in the null space is not reached by predictions."""
    ones = sp.ones(2, 2)
    first, second = sp.symbols("y1 y2")
    fit = ones * (ones + RIDGE * sp.eye(2)).inv() * sp.Matrix([first, second])
    limit = fit.applyfunc(lambda entry: sp.limit(sp.cancel(entry), RIDGE, 0))
    pseudo = ones * ones.pinv() * sp.Matrix([first, second])
    return (
        "As the ridge falls to 0 the fit becomes that of the pseudo-inverse: at two equal points, the mean.",
        sp.Eq(sp.Symbol("fitted_1"), limit[0], evaluate=False),
        (limit - pseudo).applyfunc(sp.simplify).is_zero_matrix is True,
    )


def _condition():
    highest, lowest = sp.symbols("highest lowest", nonnegative=True)
    gap = sp.together((highest + RIDGE) / RIDGE - (highest + RIDGE) / (lowest + RIDGE))
    return (
        "The condition number of K + ridge is at most (norm + ridge) / ridge, for any positive semidefinite K.",
        sp.Eq(sp.Symbol("gap"), sp.factor(gap), evaluate=False),
        bool(sp.cancel(gap - lowest * (highest + RIDGE) / (RIDGE * (lowest + RIDGE))) == 0 and gap.is_nonnegative),
    )
