r"""Leave-one-out residuals in closed form: deleting a point is a Schur complement.

K is a general symmetric matrix of three points, y the targets, ``ridge`` is added to the diagonal; G is the inverse of
the sum.
"""

import sympy as sp

RIDGE = sp.Symbol("ridge", positive=True)
Y = sp.Matrix(sp.symbols("y1:4"))
KERNEL = sp.Matrix(3, 3, lambda i, j: sp.Symbol(f"k{min(i, j) + 1}{max(i, j) + 1}"))


def expression():
    """Return residuals and mean square for three points."""
    inverse = (KERNEL + RIDGE * sp.eye(3)).inv()
    residuals = sp.Matrix([(inverse * Y)[i] / inverse[i, i] for i in range(3)])
    return {"residuals": residuals, "mean_square": (residuals.T * residuals)[0] / 3}


def steps():
    """Return the chain of the derivation; every link is checked here."""
    return (_schur(), _brute_force(), _row(), _weights(), _full_rank(), _null_space(), _outside_null_space())


def _without(matrix, point):
    """Return the matrix without a point, its column for the point, and the targets without it."""
    others = [i for i in range(matrix.rows) if i != point]
    return matrix.extract(others, others), matrix.extract(others, [point]), Y.extract(others, [0])


def _brute(matrix, ridge, point):
    rest, column, targets = _without(matrix, point)
    return Y[point] - (column.T * (rest + ridge * sp.eye(rest.rows)).inv() * targets)[0]


def _schur():
    inverse = (KERNEL + RIDGE * sp.eye(3)).inv()
    rest, column, _ = _without(KERNEL, 0)
    complement = KERNEL[0, 0] + RIDGE - (column.T * (rest + RIDGE * sp.eye(2)).inv() * column)[0]
    shown = sp.Symbol("k_ii") + RIDGE - sp.Symbol("k' (K_rest + ridge)^-1 k")
    return (
        "The diagonal of G is the inverse of a Schur complement.",
        sp.Eq(1 / sp.Symbol("G_ii"), shown, evaluate=False),
        sp.cancel(inverse[0, 0] * complement - 1) == 0,
    )


def _brute_force():
    residuals = expression()["residuals"]
    return (
        "Each closed form equals the residual of the fit that leaves the point out.",
        sp.Eq(sp.Symbol("residual_i"), sp.Symbol("(G y)_i") / sp.Symbol("G_ii"), evaluate=False),
        all(sp.cancel(residuals[i] - _brute(KERNEL, RIDGE, i)) == 0 for i in range(3)),
    )


def _row():
    """Change the target of a point: its own residual moves one to one, for the fit does not see it."""
    residuals = expression()["residuals"]
    return (
        "The residual of a point moves one to one with its own target.",
        sp.Eq(sp.Derivative(sp.Symbol("residual_i"), sp.Symbol("y_i")), 1, evaluate=False),
        all(sp.cancel(sp.diff(residuals[i], Y[i]) - 1) == 0 for i in range(3)),
    )


def _weights():
    """Cancel a common factor s of all 1 / (eigenvalue + ridge): each may be taken relative to the largest."""
    values, projections, squares, factor = (sp.symbols(f"{letter}1:4", positive=True) for letter in "lzus")
    plain = sum(z / (v + RIDGE) for z, v in zip(projections, values)) / sum(
        u / (v + RIDGE) for u, v in zip(squares, values)
    )
    scaled = sum(factor[0] / (v + RIDGE) * z for z, v in zip(projections, values)) / sum(
        factor[0] / (v + RIDGE) * u for u, v in zip(squares, values)
    )
    return (
        "In eigenvectors numerator and denominator share a scale s, the smallest eigenvalue + ridge.",
        sp.Eq(sp.Symbol("w_j"), sp.Symbol("s") / (sp.Symbol("lambda_j") + RIDGE), evaluate=False),
        sp.cancel(plain - scaled) == 0,
    )


def _full_rank():
    matrix = sp.Matrix([[2, 1, 0], [1, 2, 1], [0, 1, 2]])
    inverse = matrix.inv()
    return (
        "At ridge 0 and full rank: the interpolation's residuals, from the inverse of K.",
        sp.Eq(sp.Symbol("residual_1"), (inverse * Y)[0] / inverse[0, 0], evaluate=False),
        all(sp.expand((inverse * Y)[i] / inverse[i, i] - _brute(matrix, 0, i)) == 0 for i in range(3)),
    )


def _singular():
    """Two equal points and one apart: the null space is their difference."""
    matrix = sp.Matrix([[1, 1, 0], [1, 1, 0], [0, 0, 2]])
    inverse = (matrix + RIDGE * sp.eye(3)).inv()
    limits = [sp.limit(sp.cancel((inverse * Y)[i] / inverse[i, i]), RIDGE, 0) for i in range(3)]
    null = sp.Matrix([1, -1, 0]) / sp.sqrt(2)
    return limits, null * null.T


def _null_space():
    limits, projector = _singular()
    in_null = [(projector * Y)[i] / projector[i, i] for i in range(2)]
    return (
        "At ridge 0 and a singular K: the same ratio with the projector on the null space; twins predict each other.",
        sp.Eq(sp.Symbol("residual_1"), limits[0], evaluate=False),
        bool(limits[:2] == [Y[0] - Y[1], Y[1] - Y[0]] and all(sp.expand(a - b) == 0 for a, b in zip(in_null, limits))),
    )


def _outside_null_space():
    limits, projector = _singular()
    return (
        "A point outside the null space takes the ratio within the range of K; here nothing predicts it.",
        sp.Eq(sp.Symbol("residual_3"), limits[2], evaluate=False),
        bool(projector[2, 2] == 0 and limits[2] == Y[2]),
    )
