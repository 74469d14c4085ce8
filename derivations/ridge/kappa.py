r"""The effective ridge: one mode is taken out of the Gram matrix, and the rest answers for it through a single number.

The Gram matrix of n points is G = sum_i lambda_i f_i f_i' with f_i the values of eigenfunction i, R its resolvent
(G + ridge)^-1, and 1 / kappa = tr R. Leave the mode i out: for large n, f_i' R_(-i) f_i tends to the trace, 1 / kappa.
"""

import sympy as sp

N, P, RIDGE, KAPPA = sp.symbols("n_samples p ridge kappa", positive=True)
EIGENVALUE, MULTIPLICITY = sp.IndexedBase("lambda", positive=True), sp.IndexedBase("m", positive=True)
J, LEVELS = sp.symbols("j G", integer=True, positive=True)
FINITE = 3
LAMBDA = sp.symbols(f"lambda_1:{FINITE + 1}", positive=True)
COUNT = sp.symbols(f"m_1:{FINITE + 1}", positive=True)


def expression():
    """Return the equation that kappa solves."""
    learned = EIGENVALUE[J] / (EIGENVALUE[J] + KAPPA)
    return {"kappa": sp.Eq(N, sp.Sum(MULTIPLICITY[J] * learned, (J, 1, LEVELS)) + RIDGE / KAPPA)}


def steps():
    """Return the chain of the derivation; every link is checked here."""
    return (
        _trace(),
        _one_mode(),
        _learned(),
        _equation(),
        _moments(),
        _slope_in_logarithm(),
        _freedom(),
        _monotone(),
        _positive_terms(),
        _isotropic(),
        _above_the_rank(),
    )


def _learned_share(eigenvalue):
    return eigenvalue / (eigenvalue + KAPPA)


def _sums():
    """Return S1, A and Q of a spectrum of three levels."""
    shares = [_learned_share(eigenvalue) for eigenvalue in LAMBDA]
    first = sum(m * share for m, share in zip(COUNT, shares))
    mixed = sum(m * share * (1 - share) for m, share in zip(COUNT, shares))
    return first, mixed, sum(m * share**2 for m, share in zip(COUNT, shares))


def _two_points():
    """Return two modes on two points, their eigenvalues, and the Gram matrix without and with the first mode."""
    modes = [sp.Matrix(sp.symbols(f"f_{i}1 f_{i}2", real=True)) for i in (1, 2)]
    without = RIDGE * sp.eye(2) + LAMBDA[1] * modes[1] * modes[1].T
    return modes, without, without + LAMBDA[0] * modes[0] * modes[0].T


def _trace():
    """Write the trace of R (G + ridge) = 1 mode by mode."""
    modes, _, gram = _two_points()
    resolvent = gram.inv()
    found = sum(e * (f.T * resolvent * f)[0] for e, f in zip(LAMBDA, modes)) + RIDGE * resolvent.trace()
    shown = sp.Eq(N, sp.Symbol("sum_i lambda_i f_i' R f_i") + RIDGE * sp.Symbol("tr R"), evaluate=False)
    return "The trace of R (G + ridge) = 1.", shown, sp.simplify(found - 2) == 0


def _one_mode():
    modes, without, gram = _two_points()
    alone = (modes[0].T * without.inv() * modes[0])[0]
    found = (modes[0].T * gram.inv() * modes[0])[0]
    q = sp.Symbol("q", positive=True)
    shown = sp.Eq(sp.Symbol("f_i' R f_i"), q / (1 + LAMBDA[0] * q), evaluate=False)
    return (
        "One mode taken out, q = f_i' R_(-i) f_i: the formula of Sherman and Morrison.",
        shown,
        sp.simplify(found - alone / (1 + LAMBDA[0] * alone)) == 0,
    )


def _learned():
    q = sp.Symbol("q", positive=True)
    found = (LAMBDA[0] * q / (1 + LAMBDA[0] * q)).subs(q, 1 / KAPPA)
    claimed = _learned_share(LAMBDA[0])
    shown = sp.Eq(sp.Symbol("lambda_i f_i' R f_i"), claimed, evaluate=False)
    return "With q = tr R = 1 / kappa: the share of the mode that is learned.", shown, sp.simplify(found - claimed) == 0


def _equation():
    first, _, _ = _sums()
    trace = sum(m * e / KAPPA / (1 + e / KAPPA) for m, e in zip(COUNT, LAMBDA)) + RIDGE / KAPPA
    holds = sp.simplify(trace - first - RIDGE / KAPPA) == 0
    return "Inserted into the trace: learned modes and ridge share the samples.", expression()["kappa"], holds


def _moments():
    """Insert 1 / kappa = sum_k (-1)^k tr G^k / ridge^(k+1), with the leading moments of p white modes.

    E tr G = n p, E tr G^2 = n p (n + p), E tr G^3 = n p (n^2 + 3 n p + p^2): Wick pairings without crossings.
    """
    x = sp.Symbol("x", positive=True)
    inverse = N * x - N * P * x**2 + N * P * (N + P) * x**3 - N * P * (N**2 + 3 * N * P + P**2) * x**4
    kappa = 1 / inverse
    rest = sp.series(P / (1 + kappa) + 1 / (x * kappa) - N, x, 0, 4).removeO()
    shown = sp.Eq(1 / KAPPA, sp.Symbol("n/delta - n p/delta**2 + n p (n + p)/delta**3 - ..."), evaluate=False)
    return "White modes: the equation holds to third order in 1 / ridge.", shown, sp.simplify(rest) == 0


def _slope_in_logarithm():
    first, mixed, _ = _sums()
    holds = sp.simplify(KAPPA * sp.diff(first + RIDGE / KAPPA, KAPPA) + mixed + RIDGE / KAPPA) == 0
    t = sp.Symbol("ln kappa")
    shown = sp.Eq(sp.Derivative(sp.Symbol("S1") + sp.Symbol("r"), t), -sp.Symbol("A") - sp.Symbol("r"), evaluate=False)
    return "Both sides in log kappa, r = ridge / kappa: A = sum m L (1 - L).", shown, holds


def _freedom():
    first, mixed, second = _sums()
    ratio = RIDGE / KAPPA
    holds = sp.simplify((first + ratio) - second - (mixed + ratio)) == 0
    shown = sp.Eq(N - sp.Symbol("Q"), sp.Symbol("A") + ratio, evaluate=False)
    return "n - sum m L^2 without a difference, by the equation.", shown, holds


def _monotone():
    """Show that the ridge rises with kappa as long as n > Q, so that kappa is unique."""
    first, _, second = _sums()
    ridge = KAPPA * (N - first)
    shown = sp.Eq(sp.Derivative(KAPPA * (N - sp.Symbol("S1")), KAPPA), N - sp.Symbol("Q"), evaluate=False)
    return "The ridge that belongs to kappa.", shown, sp.simplify(sp.diff(ridge, KAPPA) - (N - second)) == 0


def _positive_terms():
    """Count the levels above a split as multiplicity less the unlearned share."""
    first, _, _ = _sums()
    split = COUNT[0] + COUNT[1]
    unlearned = sum(m * KAPPA / (e + KAPPA) for m, e in zip(COUNT[:2], LAMBDA[:2]))
    below = COUNT[2] * _learned_share(LAMBDA[2])
    left, right = unlearned + (N - split), below + RIDGE / KAPPA
    holds = sp.simplify((right - left) - (first + RIDGE / KAPPA - N)) == 0
    m, u, low, r = sp.symbols("M sum_above(m(1-L)) sum_below(mL) r", positive=True)
    shown = sp.Eq(u + sp.Max(N - m, 0), low + r + sp.Max(m - N, 0), evaluate=False)
    return "The same equation, split at any level, as an equality of positive terms.", shown, holds


def _isotropic():
    root = (RIDGE + P - N + sp.sqrt((RIDGE + P - N) ** 2 + 4 * N * RIDGE)) / (2 * N)
    equation = P / (1 + KAPPA) + RIDGE / KAPPA - N
    solves = sp.simplify(sp.expand(sp.numer(sp.together(equation)).subs(KAPPA, root))) == 0
    # With m = tr R / n = 1 / (n kappa), the equation of the Marchenko-Pastur law is m (ridge + p / (1 + n m)) = 1.
    transform = 1 / (N * KAPPA)
    law = transform * (RIDGE + P / (1 + N * transform)) - 1
    same = sp.simplify(N * law - equation) == 0
    holds = bool(solves and same)
    return "p white modes: a quadratic, that of the Marchenko-Pastur law.", sp.Eq(KAPPA, root, evaluate=False), holds


def _above_the_rank():
    root = (RIDGE + P - N + sp.sqrt((RIDGE + P - N) ** 2 + 4 * N * RIDGE)) / (2 * N)
    below = sp.limit(root.subs({N: 2, P: 3}), RIDGE, 0) == sp.Rational(1, 2)
    above = sp.limit(root.subs({N: 5, P: 3}), RIDGE, 0) == 0
    slope = sp.limit((root / RIDGE).subs({N: 5, P: 3}), RIDGE, 0) == sp.Rational(1, 2)
    shown = sp.Eq(KAPPA, sp.Max(P / N - 1, 0), evaluate=False)
    return (
        "Without ridge: 0 from the rank on, where ridge / kappa tends to n - p.",
        shown,
        bool(below and above and slope),
    )
