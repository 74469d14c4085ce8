r"""Generalized cross-validation and the effective ridge of data: identities on the resolvent of a kernel matrix.

K is a general symmetric matrix of two points (three in the examples), y the targets, ``ridge`` is added to the
diagonal, G is the inverse of the sum and n the number of points.
"""

import sympy as sp

RIDGE = sp.Symbol("ridge", positive=True)
N = 2
Y = sp.Matrix(sp.symbols("y1:3"))
Y_EXAMPLE = sp.Matrix(sp.symbols("y1:4"))
KERNEL = sp.Matrix(N, N, lambda i, j: sp.Symbol(f"k{min(i, j) + 1}{max(i, j) + 1}"))


def expression():
    """Return the estimates for two points."""
    inverse = (KERNEL + RIDGE * sp.eye(N)).inv()
    trace = inverse.trace()
    return {
        "test": (Y.T * inverse**2 * Y)[0] / N / (trace / N) ** 2,
        "kappa": 1 / trace,
        "degrees_of_freedom": (KERNEL * inverse).trace(),
    }


def steps():
    """Return the chain of the derivation; every link is checked here."""
    return (_training_error(), _effective_ridge(), _risk_ratio(), _leave_one_out(), _full_rank(), _singular())


def _training_error():
    inverse = (KERNEL + RIDGE * sp.eye(N)).inv()
    residual = Y - KERNEL * inverse * Y
    left = (residual.T * residual)[0] / N
    right = RIDGE**2 * (Y.T * inverse**2 * Y)[0] / N
    return (
        "The training error is ridge^2 y'G^2 y / n.",
        sp.Eq(sp.Symbol("train"), RIDGE**2 * sp.Symbol("y'G^2 y") / sp.Symbol("n"), evaluate=False),
        sp.cancel(left - right) == 0,
    )


def _effective_ridge():
    found = expression()
    left = found["degrees_of_freedom"] + RIDGE / found["kappa"]
    return (
        "With kappa = 1 / tr G the equation for the effective ridge holds on the data: n = tr(K G) + ridge / kappa.",
        sp.Eq(sp.Symbol("n"), sp.Symbol("tr(K G)") + RIDGE / sp.Symbol("kappa"), evaluate=False),
        sp.cancel(left - N) == 0,
    )


def _risk_ratio():
    found = expression()
    inverse = (KERNEL + RIDGE * sp.eye(N)).inv()
    train = RIDGE**2 * (Y.T * inverse**2 * Y)[0] / N
    return (
        "Test over train is (n kappa / ridge)^2, as the theory of the risk has it: the ridge cancels in the estimate.",
        sp.Eq(
            sp.Symbol("test"), sp.Symbol("train") * (sp.Symbol("n") * sp.Symbol("kappa") / RIDGE) ** 2, evaluate=False
        ),
        sp.cancel(train * (N * found["kappa"] / RIDGE) ** 2 - found["test"]) == 0,
    )


def _leave_one_out():
    """On points that are all alike, such as a circle, the diagonal of G is constant."""
    near, same = sp.symbols("near same", positive=True)
    circle = sp.Matrix(3, 3, lambda i, j: same if i == j else near)
    inverse = (circle + RIDGE * sp.eye(3)).inv()
    residuals = [(inverse * Y_EXAMPLE)[i] / inverse[i, i] for i in range(3)]
    estimate, _ = _estimates(circle)
    return (
        "It is the leave-one-out mean square with G_ii replaced by their mean; equal where points are alike.",
        sp.Eq(sp.Symbol("test"), sp.Symbol("mean((G y)_i^2)") / sp.Symbol("mean(G_ii)") ** 2, evaluate=False),
        sp.cancel(sum(r**2 for r in residuals) / 3 - estimate) == 0,
    )


def _full_rank():
    matrix = sp.Matrix([[2, 1, 0], [1, 2, 1], [0, 1, 2]])
    limit = [sp.limit(sp.cancel(value), RIDGE, 0) for value in _estimates(matrix)]
    inverse = matrix.inv()
    expected = [(Y_EXAMPLE.T * inverse**2 * Y_EXAMPLE)[0] * 3 / inverse.trace() ** 2, 1 / inverse.trace()]
    return (
        "At ridge 0 and full rank the estimate stays finite, although the training error is 0.",
        sp.Eq(sp.Symbol("kappa"), expected[1], evaluate=False),
        all(sp.expand(a - b) == 0 for a, b in zip(limit, expected)),
    )


def _singular():
    matrix = sp.Matrix([[1, 1, 0], [1, 1, 0], [0, 0, 2]])
    limit = [sp.limit(sp.cancel(value), RIDGE, 0) for value in _estimates(matrix)]
    rank, left_over = 2, (Y[0] - Y[1]) ** 2 / 2
    expected = 3 * left_over / (3 - rank) ** 2
    return (
        "At ridge 0 below full rank: n times the squared residual over (n - rank)^2, and kappa 0.",
        sp.Eq(sp.Symbol("test"), expected, evaluate=False),
        bool(limit[1] == 0 and sp.expand(limit[0] - expected) == 0),
    )


def _estimates(matrix):
    inverse = (matrix + RIDGE * sp.eye(3)).inv()
    trace = inverse.trace()
    return (Y_EXAMPLE.T * inverse**2 * Y_EXAMPLE)[0] * 3 / trace**2, 1 / trace
