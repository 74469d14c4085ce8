"""The coefficients of kernel ridge regression, with exactly the ridge that was asked for.

K is the kernel matrix of n training points, y the targets, and ``ridge`` delta is added to the diagonal of K as it
stands (a ridge per sample is n times larger here). The prediction at a new point x is k(x) . coefficients.
"""

import numbers
from typing import NamedTuple

import numpy as np

from theorysim.errors import require
from theorysim.ridge import _gram

__all__ = ["Solution", "solve"]

_FUNCTION = "ridge.solve"
_SMALL = 200


class Solution(NamedTuple):
    """What `solve` found and how.

    ``ridge`` is the ridge that was used: always the one asked for. ``rank`` counts the eigenvectors of K that take
    part, all of them with a ridge. ``condition_number`` belongs to K + ridge on these; ``solver`` says in words how it
    was solved.
    """

    coefficients: object
    fitted: object
    ridge: float
    rank: int
    condition_number: float
    solver: str


def solve(kernel_matrix, targets, ridge=0.0):
    r"""Solve kernel ridge regression for the coefficients.

    .. math::

        \alpha = (K + \delta I)^{-1} y, \qquad \hat y = K \alpha, \qquad
        \alpha = K^{+} y \ \text{ at } \ \delta = 0

    Parameters
    ----------
    kernel_matrix : array, shape (n, n)
        K, symmetric positive semidefinite up to rounding, finite.
    targets : array, shape (n,) or (n, outputs)
        y, finite.
    ridge : float
        delta, added to the diagonal of K. At 0 the pseudo-inverse, which treats eigenvalues within n x 2.2e-16 of the
        largest as 0. A negative ridge is allowed as long as K + ridge is positive definite.

    Returns
    -------
    Solution
        ``coefficients`` and ``fitted`` of the shape of `targets`; ``ridge``, ``rank``, ``condition_number`` and
        ``solver``.

    Raises
    ------
    DomainError
        When the matrix is not square, symmetric, finite or positive semidefinite (with the eigenvalue), when targets do
        not fit, or when the condition number of K + ridge leaves no digit of the coefficients certain: above 4.5e15 for
        a matrix in float64, 8.4e6 in float32. A ridge is never added or changed to avoid this.

    Notes
    -----
    Published. Everything is computed in float64; with both matrix and targets in float32 the result is rounded to
    float32 at the end. A matrix in float32 has lost its eigenvalues below 1.2e-7 of the largest before it came here,
    which no ridge smaller than that can make up for: hence the lower limit.

    Solved by eigenvectors and one step of refinement; by Cholesky factors for matrices larger than 200 when
    (norm + ridge) / ridge guarantees that the factorization exists. Its condition number is an estimate in the 1-norm,
    which is within a factor n of the 2-norm.

    References
    ----------
    Saunders, Gammerman and Vovk (1998), Ridge regression learning algorithm in dual variables.

    Examples
    --------
    >>> import numpy as np
    >>> i = np.arange(60)
    >>> K, y = np.exp(-((i[:, None] - i) ** 2) / 450), np.sin(i / 7)
    >>> solution = solve(K, y, 1e-8)
    >>> round(float(y @ solution.coefficients), 7), solution.ridge, solution.rank
    (14.8651814, 1e-08, 60)
    >>> solve([[1.0, 1.0], [1.0, 1.0]], [1.0, 1.0]).rank
    1
    """
    gram = _gram.read(_FUNCTION, kernel_matrix, targets)
    is_number = isinstance(ridge, numbers.Real) and not isinstance(ridge, bool) and abs(ridge) < np.inf
    require(is_number, _FUNCTION, "ridge", "a finite number", ridge)
    ridge = float(ridge)
    solution = _by_cholesky(gram, ridge) or _by_eigenvectors(gram, ridge)
    return solution._replace(coefficients=gram.outputs(solution.coefficients), fitted=gram.outputs(solution.fitted))


def _by_eigenvectors(gram, ridge):
    xp = gram.xp
    found = _gram.decompose(_FUNCTION, gram)
    vectors, rank = found.vectors, found.rank
    eigenvalues = found.eigenvalues_beside(xp.asarray([abs(ridge)], device=gram.device), xp)
    lowest, highest = float(eigenvalues[0, 0]) + ridge, float(eigenvalues[-1, 0]) + ridge
    if ridge == 0:
        is_kept = eigenvalues > 0
        inverse = xp.where(is_kept, 1 / xp.where(is_kept, eigenvalues, 1.0), 0.0 * eigenvalues)
        condition_number = highest / float(eigenvalues[-rank, 0]) if rank else 1.0
        words = "eigenvectors, pseudo-inverse"
    else:
        condition_number = highest / lowest if lowest > 0 else np.inf
        _require_certain(gram, ridge, condition_number, is_definite=lowest > 0)
        inverse, rank, words = 1 / (eigenvalues + ridge), eigenvalues.shape[0], "eigenvectors"
    coefficients = vectors @ (inverse * found.coordinates)
    if ridge != 0:
        # One step of refinement: the eigenvectors' rounding errors weigh 1 / ridge.
        residual = gram.targets - (gram.kernel_matrix @ coefficients + ridge * coefficients)
        coefficients = coefficients + vectors @ (inverse * (vectors.T @ residual))
    fitted = vectors @ (eigenvalues * inverse * found.coordinates)
    return Solution(coefficients, fitted, ridge, rank, condition_number, words)


def _by_cholesky(gram, ridge):
    """Solve where the factorization is certain to exist; None where it is not, or where K may be indefinite."""
    points = gram.kernel_matrix.shape[0]
    if gram.xp is not np or points <= _SMALL or ridge <= 0:
        return None
    norm = float(np.max(np.sum(np.abs(gram.kernel_matrix), axis=1)))
    if 20 * points**1.5 * gram.epsilon * (norm + ridge) / ridge >= 1:
        return None
    import scipy.linalg

    def factor(shift):
        return scipy.linalg.cho_factor(
            gram.kernel_matrix + shift * np.eye(points), overwrite_a=True, check_finite=False
        )

    try:
        factor(points * gram.epsilon * norm)
        factors = factor(ridge)
    except np.linalg.LinAlgError:
        return None
    reciprocal, _ = scipy.linalg.lapack.dpocon(factors[0], norm + ridge)
    coefficients = scipy.linalg.cho_solve(factors, gram.targets, check_finite=False)
    return Solution(coefficients, gram.kernel_matrix @ coefficients, ridge, points, 1 / reciprocal, "Cholesky factors")


def _require_certain(gram, ridge, condition_number, is_definite):
    limit = 1 / gram.epsilon
    kind = "float32" if gram.epsilon > 1e-10 else "float64"
    allowed = (
        f"such that K + ridge is positive definite with a condition number below {limit:.2g}, K being in {kind}"
        f"{' (or 0, for the pseudo-inverse)' if ridge > 0 else ''}"
    )
    came = f"{ridge!r}, for which it is {f'{condition_number:.3g}' if is_definite else 'not definite, condition inf'}"
    require(is_definite and condition_number <= limit, _FUNCTION, "ridge", allowed, came)
