"""The risk of kernel ridge regression, from the response of resolvents to the ridge and to the eigenvalues.

Targets are y = sum_i v_i phi_i + noise at n samples, phi_i Gaussian; G = (K + ridge I)^-1; the predictor's coefficients
are lambda_i phi_i' G y. The effective ridge kappa and the share L = lambda / (lambda + kappa) of a mode come from the
derivation of `ridge.kappa`. Every second moment below is the derivative of a resolvent, hence of kappa.
"""

import sympy as sp

LAMBDA, KAPPA, N, RIDGE, NOISE = sp.symbols("lambda kappa n_samples ridge noise_variance", positive=True)
MIXED, SQUARED, BIAS = sp.symbols("A Q bias", positive=True)
LEARNED, SLOPE, ENERGY = sp.symbols("L kappa' V", positive=True)
_OF_MODE = LAMBDA / (LAMBDA + KAPPA)
_J = sp.Symbol("j", integer=True)


def expression():
    """Return the fields in terms of kappa and sums over the levels."""
    count, m, eigenvalue, signal = sp.Symbol("G"), *(sp.IndexedBase(name)[_J] for name in ("m", "lambda", "V"))
    learned = eigenvalue / (eigenvalue + KAPPA)

    def total(term):
        return sp.Sum(term, (_J, 1, count))

    coefficient, test = sp.symbols("overfitting_coefficient test", positive=True)
    return {
        "overfitting_coefficient": sp.Eq(coefficient, N / (N - total(m * learned**2))),
        "bias": sp.Eq(BIAS, total(signal * (1 - learned) ** 2)),
        "test": sp.Eq(test, coefficient * (BIAS + NOISE)),
        "variance": sp.Eq(sp.Symbol("variance"), test - BIAS - NOISE),
        "train": sp.Eq(sp.Symbol("train"), (RIDGE / (N * KAPPA)) ** 2 * test),
        "learnability": sp.Eq(sp.Symbol("learnability"), total(signal * learned) / total(signal)),
    }


def steps():
    """Return the chain of the derivation; every link is checked here."""
    return (
        _average_predictor(),
        _slope_of_kappa(),
        _noise_of_mode(),
        _noise_risk(),
        _deformed_resolvent(),
        _deformed_ridge(),
        _error_of_mode(),
        _test(),
        _stable(),
        _train(),
        _variance(),
        _slopes(),
        _above_rank(),
        _isotropic(),
    )


def _is_zero(term):
    return sp.simplify(term) == 0


def _average_predictor():
    """Use that G phi_i is of mean proportional to phi_i alone: E phi_i' G phi_k = 0 for i != k by its sign symmetry."""
    share = LAMBDA * (1 / KAPPA) / (1 + LAMBDA / KAPPA)
    shown = sp.Eq(sp.Symbol("E hat v"), LEARNED * sp.Symbol("v"), evaluate=False)
    return (
        "The average predictor has the share L of each mode; the rest is the bias.",
        shown,
        _is_zero(share - _OF_MODE),
    )


def _slope_of_kappa():
    """Differentiate ridge = kappa (n - sum m L) and write Q for the sum of m L^2."""
    slope = 1 / (N - SQUARED)
    of_mode = sp.diff(KAPPA * _OF_MODE, KAPPA) - _OF_MODE**2
    shown = sp.Eq(SLOPE, slope, evaluate=False)
    return "The slope of kappa in the ridge, from the conservation law; Q = sum m L**2.", shown, _is_zero(of_mode)


def _noise_of_mode():
    """Write the variance of mode i, lambda^2 phi' G^2 phi, as -lambda d(lambda phi' G phi)/d ridge."""
    response = -LAMBDA * sp.diff(_OF_MODE, KAPPA) * SLOPE
    shown = sp.Eq(sp.Symbol("Var hat v") / NOISE, LEARNED**2 * SLOPE, evaluate=False)
    return "Variance of a mode by noise.", shown, _is_zero(response - _OF_MODE**2 * SLOPE)


def _noise_risk():
    """Add up the modes, and the noise of the test label itself."""
    total = 1 + SQUARED / (N - SQUARED)
    shown = sp.Eq(sp.Symbol("overfitting_coefficient"), N / (N - SQUARED), evaluate=False)
    return (
        "Risk by noise of unit variance: the overfitting coefficient, n times the slope of kappa.",
        shown,
        _is_zero(total - N / (N - SQUARED)),
    )


_Q, _T = sp.symbols("q t", positive=True)


def _deformed_resolvent():
    """Write C for the p x p form of K; D = ridge + t lambda leaves eigenvalues lambda / D with a ridge of 1."""
    deformed = RIDGE + _T * LAMBDA
    equivalent = 1 / (deformed * (1 + LAMBDA / deformed * _Q))
    shown = sp.Eq(sp.Symbol("(C + ridge + t Lambda)^{-1}"), 1 / (deformed + LAMBDA * _Q), evaluate=False)
    holds = _is_zero(equivalent - 1 / (deformed + LAMBDA * _Q)) and _is_zero(
        (1 / (deformed + LAMBDA * _Q)).subs({_T: 0, _Q: RIDGE / KAPPA}) - (1 - _OF_MODE) / RIDGE
    )
    return "The resolvent with t Lambda added; q = ridge / kappa at t = 0.", shown, holds


def _deformed_ridge():
    """Differentiate n = sum m lambda q / (lambda q + ridge + t lambda) + q at t = 0, a mode and q by themselves."""
    slope = sp.Symbol("q'", positive=True)
    q = sp.Function("q")(_T)
    of_mode = sp.diff(LAMBDA * q / (LAMBDA * q + RIDGE + _T * LAMBDA), _T)
    of_mode = of_mode.subs(sp.diff(q, _T), slope).subs(q, _Q).subs({_T: 0, _Q: RIDGE / KAPPA})
    claimed = KAPPA / RIDGE * (slope * _OF_MODE * (1 - _OF_MODE) - _OF_MODE**2)
    total = KAPPA / RIDGE * (slope * MIXED - SQUARED) + slope
    solved = sp.solve(total, slope)[0]
    shown = sp.Eq(slope, SQUARED / (MIXED + RIDGE / KAPPA), evaluate=False)
    holds = _is_zero(of_mode - claimed) and _is_zero(solved - SQUARED / (MIXED + RIDGE / KAPPA))
    return "The response of q; A = sum m L (1 - L).", shown, holds


def _error_of_mode():
    """Use v - hat v = ridge Lambda^1/2 (C + ridge)^-1 Lambda^-1/2 v and minus the derivative of the resolvent in t."""
    slope = sp.Symbol("q'", positive=True)
    derivative = LAMBDA * (1 + slope) / (RIDGE + LAMBDA * RIDGE / KAPPA) ** 2
    error = RIDGE**2 / LAMBDA * derivative
    shown = sp.Eq(sp.Symbol("E |v - hat v|**2"), (1 + slope) * (1 - LEARNED) ** 2 * ENERGY, evaluate=False)
    return (
        "Error of a target in one mode, in all modes together.",
        shown,
        _is_zero(error - (1 + slope) * (1 - _OF_MODE) ** 2),
    )


def _test():
    """Insert n = sum m L + ridge / kappa = A + Q + ridge / kappa: the signal's factor is that of the noise."""
    factor = 1 + SQUARED / (MIXED + RIDGE / KAPPA)
    samples = MIXED + SQUARED + RIDGE / KAPPA
    shown = sp.Eq(sp.Symbol("test"), N / (N - SQUARED) * (BIAS + NOISE), evaluate=False)
    return "Signal and noise together.", shown, _is_zero(factor - samples / (samples - SQUARED))


def _stable():
    """Split L = L^2 + L (1 - L) in the conservation law."""
    of_mode = _OF_MODE - _OF_MODE**2 - _OF_MODE * KAPPA / (LAMBDA + KAPPA)
    shown = sp.Eq(N - SQUARED, MIXED + RIDGE / KAPPA, evaluate=False)
    return "The denominator as a sum of positive terms.", shown, _is_zero(of_mode)


def _train():
    """Write the residual as ridge G y: train = -ridge^2 / n d(E y' G y)/d ridge, in one mode and the noise."""
    quadratic = NOISE / KAPPA + ENERGY * _OF_MODE / LAMBDA
    train = -(RIDGE**2) / N * sp.diff(quadratic, KAPPA) / (N - SQUARED)
    test = N / (N - SQUARED) * (ENERGY * (1 - _OF_MODE) ** 2 + NOISE)
    shown = sp.Eq(sp.Symbol("train"), (RIDGE / (N * KAPPA)) ** 2 * sp.Symbol("test"), evaluate=False)
    return "Training risk.", shown, _is_zero(train - (RIDGE / (N * KAPPA)) ** 2 * test)


def _variance():
    """Subtract bias and noise from test; each mode has the variance L^2 test / n, whatever causes it."""
    test = N / (N - SQUARED) * (BIAS + NOISE)
    shown = sp.Eq(sp.Symbol("variance"), sp.Symbol("test") * SQUARED / N, evaluate=False)
    return "Variance.", shown, _is_zero(test - BIAS - NOISE - test * SQUARED / N)


def _slopes():
    """Differentiate (1 - L)^2 and L^2 in log kappa."""
    of_bias = KAPPA * sp.diff((1 - _OF_MODE) ** 2, KAPPA) - 2 * _OF_MODE * (1 - _OF_MODE) ** 2
    of_squared = KAPPA * sp.diff(_OF_MODE**2, KAPPA) + 2 * _OF_MODE**2 * (1 - _OF_MODE)
    shown = sp.Eq(sp.Derivative(BIAS, sp.Symbol("log(kappa)")), 2 * sp.Symbol("sum L (1 - L)**2 V"), evaluate=False)
    return (
        "More kappa, more bias and less Q, hence less overfitting.",
        shown,
        _is_zero(of_bias) and _is_zero(of_squared),
    )


def _above_rank():
    """Take ridge to 0 with n > p: ridge / kappa tends to n - p, L to 1."""
    p = sp.Symbol("p", positive=True)
    limit = sp.limit(_OF_MODE, KAPPA, 0, "+")
    left = sp.simplify((N - p * limit) / N)
    test = sp.simplify(N / (N - p * limit**2) * NOISE)
    shown = sp.Eq(sp.Symbol("train"), (1 - p / N) * NOISE, evaluate=False)
    holds = limit == 1 and _is_zero(left**2 * test - (1 - p / N) * NOISE)
    return "Without ridge above the rank: the training risk of least squares.", shown, bool(holds)


def _isotropic():
    """Compare with ridgeless regression on white features, below the rank: kappa = lambda (p - n) / n."""
    p = sp.Symbol("p", positive=True)
    learned = _OF_MODE.subs(KAPPA, LAMBDA * (p - N) / N)
    test = N / (N - p * learned**2) * (ENERGY * (1 - learned) ** 2 + NOISE)
    known = ENERGY * (1 - N / p) + NOISE * p / (p - N)
    shown = sp.Eq(sp.Symbol("test"), known, evaluate=False)
    return "Equal eigenvalues without ridge: the known risk of least-norm regression.", shown, _is_zero(test - known)
