r"""The risk of kernel ridge regression: one mode taken out for the error, one sample taken out to close the equation.

G = sum_i lambda_i f_i f_i' is the Gram matrix of n points, R = (G + ridge)^-1, y = sum_i v_i f_i + noise, and the
predictor has the coefficients lambda_i f_i' R y. With 1 / kappa = tr R, the share of mode i that is learned is
L_i = lambda_i / (lambda_i + kappa) (derived with kappa).
"""

import sympy as sp

N, RIDGE, KAPPA, Q, A, B = sp.symbols("n_samples ridge kappa Q A B", positive=True)
NOISE, TEST, RHO = sp.symbols("noise_variance test rho", nonnegative=True)
LEARNED = sp.Symbol("L", positive=True)
EIGENVALUE, MULTIPLICITY, SIGNAL = (sp.IndexedBase(name, positive=True) for name in ("lambda", "m", "V"))
J, LEVELS = sp.symbols("j G", integer=True, positive=True)
FINITE = 3
LAMBDA = sp.symbols(f"lambda_1:{FINITE + 1}", positive=True)
COUNT = sp.symbols(f"m_1:{FINITE + 1}", positive=True)
ENERGY = sp.symbols(f"V_1:{FINITE + 1}", positive=True)


def expression():
    """Return every field in terms of kappa."""
    share = EIGENVALUE[J] / (EIGENVALUE[J] + KAPPA)

    def total(term):
        return sp.Sum(term, (J, 1, LEVELS))

    bias = total((1 - share) ** 2 * SIGNAL[J])
    coefficient = N / (N - total(MULTIPLICITY[J] * share**2))
    test = coefficient * (bias + NOISE)
    return {
        "test": test,
        "train": (RIDGE / (N * KAPPA)) ** 2 * test,
        "bias": bias,
        "variance": test - bias - NOISE,
        "kappa": sp.Eq(N, total(MULTIPLICITY[J] * share) + RIDGE / KAPPA),
        "overfitting_coefficient": coefficient,
        "learnability": total(share * SIGNAL[J]) / total(SIGNAL[J]),
    }


def steps():
    """Return the chain of the derivation; every link is checked here."""
    return (
        _mode_out(),
        _coefficient(),
        _mode_error(),
        _all_modes(),
        _sample_out(),
        _closed(),
        _training(),
        _stable_coefficient(),
        _variance(),
        _coefficient_as_derivative(),
        _bias_in_logarithm(),
        _freedom_in_logarithm(),
        _isotropic(),
        _above_the_rank(),
    )


def _two_points():
    modes = [sp.Matrix(sp.symbols(f"f_{i}1 f_{i}2", real=True)) for i in (1, 2)]
    without = RIDGE * sp.eye(2) + LAMBDA[1] * modes[1] * modes[1].T
    return modes, without, without + LAMBDA[0] * modes[0] * modes[0].T


def _mode_out():
    modes, without, gram = _two_points()
    alone = modes[0].T * without.inv()
    q = (alone * modes[0])[0]
    difference = modes[0].T * gram.inv() - alone / (1 + LAMBDA[0] * q)
    shown = sp.Eq(sp.Symbol("f_i' R"), sp.Symbol("f_i' R_(-i)") / (1 + LAMBDA[0] / KAPPA), evaluate=False)
    return (
        "One mode taken out of the resolvent; f_i' R_(-i) f_i tends to 1 / kappa.",
        shown,
        sp.simplify(difference) == sp.zeros(1, 2),
    )


def _coefficient():
    """Split lambda f' R (f v + y_rest) into the own part L v and the rest, L kappa f' R_(-i) y_rest."""
    v, rest, eigenvalue = sp.Symbol("v", real=True), sp.Symbol("xi", real=True), LAMBDA[0]
    share = eigenvalue / (eigenvalue + KAPPA)
    found = eigenvalue / (1 + eigenvalue / KAPPA) * (v / KAPPA + rest)
    holds = sp.simplify(found - share * v - share * KAPPA * rest) == 0
    shown = sp.Eq(sp.Symbol("vhat_i"), LEARNED * v + LEARNED * KAPPA * rest, evaluate=False)
    return "The coefficient of a mode, xi = f_i' R_(-i) y_(-i) of mean 0.", shown, holds


def _mode_error():
    v, rest = sp.Symbol("v", real=True), sp.Symbol("xi", real=True)
    square = sp.Poly(sp.expand((v - LEARNED * v - LEARNED * KAPPA * rest) ** 2), v, rest)
    energy = sp.Symbol("V", positive=True)
    # v and xi are independent, E v^2 = V, and E xi^2 = |R y|^2 = rho over the values of the mode.
    mean = square.coeff_monomial(v**2) * energy + square.coeff_monomial(rest**2) * RHO
    claimed = (1 - LEARNED) ** 2 * energy + KAPPA**2 * RHO * LEARNED**2
    shown = sp.Eq(sp.Symbol("E (v_i - vhat_i)**2"), claimed, evaluate=False)
    return "Its mean square error, rho = |R y|^2.", shown, sp.simplify(mean - claimed) == 0


def _all_modes():
    shares = [e / (e + KAPPA) for e in LAMBDA]
    modes = sum((1 - s) ** 2 * v + KAPPA**2 * RHO * m * s**2 for s, v, m in zip(shares, ENERGY, COUNT))
    bias = sum((1 - s) ** 2 * v for s, v in zip(shares, ENERGY))
    squared = sum(m * s**2 for s, m in zip(shares, COUNT))
    holds = sp.simplify(modes - bias - KAPPA**2 * RHO * squared) == 0
    shown = sp.Eq(TEST, B + NOISE + KAPPA**2 * RHO * Q, evaluate=False)
    return "The sum over all modes, Q = sum m L^2, and the noise of a new point.", shown, holds


def _sample_out():
    """Take out the first of three points, with a general kernel matrix."""
    k = sp.Matrix(3, 3, lambda i, j: sp.Symbol(f"k_{min(i, j)}{max(i, j)}", real=True))
    y = sp.Matrix(sp.symbols("y_1:4", real=True))
    system = k + RIDGE * sp.eye(3)
    others = system[1:, 1:].inv() * y[1:, :]
    predicted = (k[0, 1:] * others)[0]
    inverse = system.inv()
    found = (inverse * y)[0] - inverse[0, 0] * (y[0] - predicted)
    shown = sp.Eq(sp.Symbol("(R y)_a"), sp.Symbol("R_aa") * sp.Symbol("(y_a - f_(-a)(x_a))"), evaluate=False)
    return "One sample taken out: the residual is the error on a new point, scaled.", shown, sp.simplify(found) == 0


def _closed():
    """Insert R_aa = tr R / n = 1 / (n kappa) for each point, so rho = n (1 / (n kappa))^2 test."""
    rho = N * (1 / (N * KAPPA)) ** 2 * TEST
    solved = sp.solve(sp.Eq(TEST, B + NOISE + KAPPA**2 * rho * Q), TEST)[0]
    claimed = N / (N - Q) * (B + NOISE)
    return "Solved for the test risk.", sp.Eq(TEST, claimed, evaluate=False), sp.simplify(solved - claimed) == 0


def _training():
    rho = TEST / (N * KAPPA**2)
    claimed = (RIDGE / (N * KAPPA)) ** 2 * TEST
    holds = sp.simplify(RIDGE**2 * rho / N - claimed) == 0
    return "The residuals are ridge R y.", sp.Eq(sp.Symbol("train"), claimed, evaluate=False), holds


def _finite():
    shares = [e / (e + KAPPA) for e in LAMBDA]
    first = sum(m * s for m, s in zip(COUNT, shares))
    mixed = sum(m * s * (1 - s) for m, s in zip(COUNT, shares))
    squared = sum(m * s**2 for m, s in zip(COUNT, shares))
    bias = sum((1 - s) ** 2 * v for s, v in zip(shares, ENERGY))
    return first, mixed, squared, bias


def _stable_coefficient():
    first, mixed, squared, _ = _finite()
    n = first + RIDGE / KAPPA
    claimed = sp.Eq(sp.Symbol("E_0"), N / (A + RIDGE / KAPPA), evaluate=False)
    return (
        "The coefficient without a difference, A = sum m L (1 - L).",
        claimed,
        sp.simplify(n / (n - squared) - n / (mixed + RIDGE / KAPPA)) == 0,
    )


def _variance():
    test = N / (N - Q) * (B + NOISE)
    claimed = (B + NOISE) * Q / (N - Q)
    shown = sp.Eq(sp.Symbol("variance"), claimed, evaluate=False)
    return "The variance, a product.", shown, sp.simplify(test - B - NOISE - claimed) == 0


def _coefficient_as_derivative():
    first, _, squared, _ = _finite()
    equation = first + RIDGE / KAPPA - N
    slope = -sp.diff(equation, RIDGE) / sp.diff(equation, KAPPA)
    at = slope.subs(RIDGE, KAPPA * (N - first))
    holds = sp.simplify(N * at - N / (N - squared)) == 0
    shown = sp.Eq(sp.Symbol("E_0"), N * sp.Derivative(KAPPA, RIDGE), evaluate=False)
    return "The coefficient is n times the response of kappa to the ridge.", shown, holds


def _bias_in_logarithm():
    *_, bias = _finite()
    claimed = 2 * sum(e * KAPPA**2 / (e + KAPPA) ** 3 * v for e, v in zip(LAMBDA, ENERGY))
    shown = sp.Eq(sp.Symbol("dB / d ln kappa"), 2 * sp.Symbol("sum L (1 - L)**2 V"), evaluate=False)
    return "The bias rises with kappa.", shown, sp.simplify(KAPPA * sp.diff(bias, KAPPA) - claimed) == 0


def _freedom_in_logarithm():
    _, _, squared, _ = _finite()
    claimed = -2 * sum(m * e**2 * KAPPA / (e + KAPPA) ** 3 for m, e in zip(COUNT, LAMBDA))
    shown = sp.Eq(sp.Symbol("dQ / d ln kappa"), -2 * sp.Symbol("sum m L**2 (1 - L)"), evaluate=False)
    return "The coefficient falls with kappa.", shown, sp.simplify(KAPPA * sp.diff(squared, KAPPA) - claimed) == 0


def _isotropic():
    """Take p white modes without ridge below the rank: kappa = p / n - 1 and L = n / p."""
    p, energy = sp.symbols("p V", positive=True)
    share = N / p
    test = N / (N - p * share**2) * ((1 - share) ** 2 * energy + NOISE)
    claimed = energy * (1 - N / p) + NOISE * p / (p - N)
    shown = sp.Eq(TEST, claimed, evaluate=False)
    return "p white modes, fewer samples, no ridge.", shown, sp.simplify(test - claimed) == 0


def _above_the_rank():
    """Let kappa = x tend to 0: ridge / kappa = n - sum m L tends to n - p."""
    x = sp.Symbol("x", positive=True)
    first, _, squared, bias = _finite()
    rank = sum(COUNT)
    values = [sp.limit(term.subs(KAPPA, x), x, 0) for term in (squared, bias, N - first)]
    holds = sp.simplify(values[0] - rank) == 0 and values[1] == 0 and sp.simplify(values[2] - N + rank) == 0
    p = sp.Symbol("p", positive=True)
    claimed = sp.Eq(sp.Symbol("train"), ((N - p) / N) ** 2 * (N * NOISE / (N - p)), evaluate=False)
    return "Above the rank without ridge: test n noise / (n - p), and this.", claimed, bool(holds)
