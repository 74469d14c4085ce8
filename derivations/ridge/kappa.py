"""The effective ridge of kernel ridge regression, by adding one sample and one mode to a Gram matrix.

Features are Gaussian, z_i = sqrt(lambda_i) phi_i, and K is the Gram matrix of n samples. Taking out one sample or one
mode changes a resolvent by a matrix of rank one; in the limit of many samples and modes the quadratic forms that appear
equal their means, so that kappa = 1 / tr (K + ridge I)^-1 obeys one equation. With equal eigenvalues it is the
quadratic of the Marchenko-Pastur law.
"""

import sympy as sp

LAMBDA, KAPPA, N, RIDGE, P = sp.symbols("lambda kappa n_samples ridge p", positive=True)
LEARNED = sp.Symbol("L", positive=True)
T = sp.Symbol("t", real=True)


def expression():
    """Return kappa as the root of an equation in the sum of m lambda / (lambda + kappa), and of equal eigenvalues."""
    modes = sp.Sum(_indexed("m") * _indexed("lambda") / (_indexed("lambda") + KAPPA), (_J, 1, sp.Symbol("G")))
    return {
        "equation": sp.Eq(N, modes + RIDGE / KAPPA),
        "kappa_of_equal_eigenvalues": sp.Eq(KAPPA, _isotropic()),
    }


_J = sp.Symbol("j", integer=True)


def _indexed(name):
    return sp.IndexedBase(name, positive=True)[_J]


def steps():
    """Return the chain of the derivation; every link is checked here."""
    return (
        _rank_one(),
        _share_of_mode(),
        _trace(),
        _conservation(),
        _monotone(),
        _no_cancellation(),
        _logarithm(),
        _tail(),
        _isotropic_root(),
        _marchenko_pastur(),
        _scaling(),
    )


def _rank_one():
    """Check it entry by entry for a general symmetric 2 x 2 matrix."""
    a, b, c, x, y = sp.symbols("a b c x y")
    matrix, vector = sp.Matrix([[a, b], [b, c]]), sp.Matrix([x, y])
    whole = (matrix + vector * vector.T).inv() * vector
    part = matrix.inv() * vector / (1 + (vector.T * matrix.inv() * vector)[0])
    shown = sp.Eq(sp.Symbol("(A + u u')^{-1} u"), sp.Symbol("A^{-1} u") / (1 + sp.Symbol("u' A^{-1} u")))
    return "A matrix of rank one added to a resolvent.", shown, sp.simplify(whole - part) == sp.zeros(2, 1)


def _share_of_mode():
    """Take A = K + ridge without mode i and u = sqrt(lambda_i) phi_i: u' A^-1 u has mean lambda_i tr A^-1."""
    form = LAMBDA / KAPPA
    learned = form / (1 + form)
    shown = sp.Eq(LEARNED, LAMBDA / (LAMBDA + KAPPA), evaluate=False)
    return (
        "Mode i takes the share L = u'(A + u u')^{-1} u of itself, with u'A^{-1}u = lambda tr A^{-1} = lambda / kappa.",
        shown,
        sp.simplify(learned - LAMBDA / (LAMBDA + KAPPA)) == 0,
    )


def _trace():
    """Check it for each eigenvalue of K."""
    eigenvalue = sp.Symbol("mu", nonnegative=True)
    learned, left = eigenvalue / (eigenvalue + RIDGE), RIDGE / (eigenvalue + RIDGE)
    shown = sp.Eq(sp.Symbol("tr K (K + ridge I)^{-1}"), N - RIDGE / KAPPA, evaluate=False)
    return (
        "The trace of K (K + ridge I)^{-1}, with kappa = 1 / tr (K + ridge I)^{-1}.",
        shown,
        _is_zero(1 - left - learned),
    )


def _conservation():
    """K = sum of u u' over the modes: the trace is the sum of the shares, in two modes of multiplicities m1, m2."""
    (m1, m2), (l1, l2) = sp.symbols("m1 m2", positive=True), sp.symbols("lambda1 lambda2", positive=True)
    shares = m1 * l1 / (l1 + KAPPA) + m2 * l2 / (l2 + KAPPA)
    ridge = sp.solve(sp.Eq(shares + RIDGE / KAPPA, N), RIDGE)[0]
    shown = sp.Eq(sp.Symbol("sum m L") + RIDGE / KAPPA, N, evaluate=False)
    return (
        "Conservation law: the learnabilities of all modes and ridge / kappa add up to n.",
        shown,
        _is_zero(ridge - KAPPA * (N - shares)) and _is_zero(shares.subs(KAPPA, 0) - m1 - m2),
    )


def _of_mode(term):
    return term.subs(LEARNED, LAMBDA / (LAMBDA + KAPPA))


def _monotone():
    """d(ridge)/d(kappa) of ridge = kappa (n - sum m L): of each mode -d(kappa L)/d kappa = -L^2."""
    slope = sp.diff(KAPPA * _of_mode(LEARNED), KAPPA)
    shown = sp.Eq(sp.Derivative(RIDGE, KAPPA), N - sp.Symbol("sum m L**2"), evaluate=False)
    return (
        "The ridge grows with kappa as long as sum m L**2 < n, so kappa is the only root for each ridge >= 0.",
        shown,
        _is_zero(slope - _of_mode(LEARNED**2)),
    )


def _no_cancellation():
    """Write 1 - L = kappa / (lambda + kappa); p is the sum of m."""
    holds = _is_zero(1 - _of_mode(LEARNED) - KAPPA / (LAMBDA + KAPPA))
    shown = sp.Eq(sp.Symbol("sum m (1 - L)") + N - P, RIDGE / KAPPA, evaluate=False)
    return "Complement, for n near the rank p; modes may change sides one by one.", shown, holds


def _logarithm():
    """With kappa = e^t, d L / d t = -L (1 - L) and d(1 - L) / d t = L (1 - L)."""
    learned = _of_mode(LEARNED).subs(KAPPA, sp.exp(T))
    slope = sp.diff(learned, T)
    shown = sp.Eq(sp.Derivative(LEARNED, sp.Symbol("log(kappa)")), -LEARNED * (1 - LEARNED), evaluate=False)
    return "Slope in log kappa.", shown, _is_zero(slope + learned * (1 - learned))


def _tail():
    """Far below kappa, L = lambda / kappa to first order: the tail's trace adds to the ridge."""
    leading = sp.series(_of_mode(LEARNED), LAMBDA, 0, 2).removeO()
    shown = sp.Eq(LEARNED, LAMBDA / KAPPA, evaluate=False)
    return "A mode far below kappa acts as a ridge of its eigenvalue.", shown, _is_zero(leading - LAMBDA / KAPPA)


def _isotropic():
    """Return the positive root for p eigenvalues lambda."""
    linear = RIDGE + LAMBDA * (P - N)
    return (linear + sp.sqrt(linear**2 + 4 * N * RIDGE * LAMBDA)) / (2 * N)


def _isotropic_root():
    root = _isotropic()
    quadratic = N * root**2 - (RIDGE + LAMBDA * (P - N)) * root - RIDGE * LAMBDA
    at_rank = sp.simplify(root.subs(P, N).subs(RIDGE, 0))
    without = sp.simplify(root.subs({RIDGE: 0, N: 2, P: 5}) - sp.Rational(3, 2) * LAMBDA)
    shown = sp.Eq(KAPPA, root, evaluate=False)
    return "p equal eigenvalues: a quadratic equation.", shown, _is_zero(quadratic) and at_rank == 0 and without == 0


def _marchenko_pastur():
    """Set lambda = 1, ridge = s n, p = r n; the Gram matrix has n - p more zeros: 1 / kappa = r m + (1 - r) / s."""
    ratio, shift = sp.symbols("r s", positive=True)
    root = _isotropic().subs(LAMBDA, 1).subs({P: ratio * N, RIDGE: shift * N})
    transform = (1 / root - (1 - ratio) / shift) / ratio
    quadratic = ratio * shift * transform**2 + (shift + 1 - ratio) * transform - 1
    shown = sp.Eq(sp.Symbol("r") * shift * sp.Symbol("m") ** 2 + (shift + 1 - ratio) * sp.Symbol("m"), 1)
    return (
        "1 / kappa = r m + (1 - r) / s is the transform of the Gram matrix, and m, that of the covariance, obeys the "
        "quadratic of the Marchenko-Pastur law.",
        shown,
        _is_zero(quadratic),
    )


def _scaling():
    """Eigenvalues and ridge times c: kappa times c. Multiplicities, n and ridge times c: kappa as it was."""
    c = sp.Symbol("c", positive=True)
    equation = N - P * LAMBDA / (LAMBDA + KAPPA) - RIDGE / KAPPA
    of_scale = equation.subs({LAMBDA: c * LAMBDA, KAPPA: c * KAPPA, RIDGE: c * RIDGE}, simultaneous=True)
    of_size = equation.subs({N: c * N, P: c * P, RIDGE: c * RIDGE}, simultaneous=True)
    shown = sp.Eq(sp.Symbol("kappa(c lambda, c ridge)"), c * KAPPA, evaluate=False)
    return (
        "Scales of the spectrum and of the size.",
        shown,
        _is_zero(of_scale - equation) and _is_zero(of_size - c * equation),
    )


def _is_zero(term):
    return sp.simplify(term) == 0
