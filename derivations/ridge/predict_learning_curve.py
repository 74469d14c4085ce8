r"""From a pool of M points to a learning curve: eigenfunctions of the pool, and the error on the points held out.

A pool is a population of M equally likely points. ``R_pool``, ``R_train`` and ``R_test`` are mean squared errors on all
points, on the n that were trained on and on the rest.
"""

import sympy as sp

POINTS, SAMPLES = sp.symbols("M n", positive=True)
POOL, TRAIN, TEST = sp.symbols("R_pool R_train R_test", nonnegative=True)


def expression():
    """Return the error on the points held out."""
    return {"held_out": (POINTS * POOL - SAMPLES * TRAIN) / (POINTS - SAMPLES)}


def steps():
    """Return the chain of the derivation; every link is checked here."""
    return (_eigenfunctions(), _energies(), _held_out(), _difference(), _share())


def _eigenfunctions():
    """Check on two points that sqrt(M) u_j are orthonormal over the pool and eigenfunctions of the averaged kernel."""
    same, near = sp.symbols("same near", positive=True)
    matrix = sp.Matrix([[same, near], [near, same]])
    functions = [sp.sqrt(2) * sp.Matrix([1, sign]) / sp.sqrt(2) for sign in (1, -1)]
    values = [(same + near) / 2, (same - near) / 2]
    norms = [(a.T * b)[0] / 2 for a in functions for b in functions]
    images = [(matrix * f / 2 - v * f).applyfunc(sp.expand) for f, v in zip(functions, values)]
    return (
        "Averaging over the pool, the kernel has the eigenvalues of K / M and the eigenfunctions sqrt(M) u_j.",
        sp.Eq(sp.Symbol("lambda_1"), values[0], evaluate=False),
        bool(norms == [1, 0, 0, 1] and all(image.is_zero_matrix for image in images)),
    )


def _energies():
    first, second = sp.symbols("y1 y2", real=True)
    targets = sp.Matrix([first, second])
    vectors = [sp.Matrix([1, sign]) / sp.sqrt(2) for sign in (1, -1)]
    energies = [(vector.T * targets)[0] ** 2 / 2 for vector in vectors]
    mean_square = (first**2 + second**2) / 2
    return (
        "The targets' energies (u_j . y)^2 / M add up to their mean square.",
        sp.Eq(sp.Symbol("sum_j V_j"), mean_square, evaluate=False),
        sp.expand(sum(energies) - mean_square) == 0,
    )


def _held_out():
    total = sp.Eq(POINTS * POOL, SAMPLES * TRAIN + (POINTS - SAMPLES) * TEST)
    solved = sp.solve(total, TEST)[0]
    return (
        "The squared errors of all points are those trained on and those held out.",
        total,
        sp.simplify(solved - expression()["held_out"]) == 0,
    )


def _difference():
    gap = expression()["held_out"] - POOL
    return (
        "The error held out exceeds that of the pool by n / (M - n) of what training gains on its own points.",
        sp.Eq(TEST - POOL, SAMPLES / (POINTS - SAMPLES) * (POOL - TRAIN), evaluate=False),
        sp.simplify(gap - SAMPLES / (POINTS - SAMPLES) * (POOL - TRAIN)) == 0,
    )


def _share():
    relative = (SAMPLES / (POINTS - SAMPLES)).subs(POINTS, 25 * SAMPLES)
    return (
        "At n = M / 25 this correction is at most 1 / 24 of the error: the pool is still like a population.",
        sp.Eq(sp.Symbol("correction"), relative, evaluate=False),
        sp.simplify(relative - sp.Rational(1, 24)) == 0,
    )
