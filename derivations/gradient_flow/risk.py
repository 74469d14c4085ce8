r"""Risk of gradient flow on noisy linear data, mode by mode and then averaged over the Marchenko-Pastur law.

X has n rows and p columns, y = X w* + noise, z = w - w* and dz/dt = -(X'X / n) z + X' noise / n. A mode is an
eigenvector of X'X / n with eigenvalue x; its share of X' noise / n is called xi.
"""

import sympy as sp

TIME, LOAD, EIGENVALUE, ANGLE = sp.symbols("time load x phi", positive=True)
SIGNAL, NOISE, INITIAL = sp.symbols("signal_variance noise_variance initial_variance", nonnegative=True)
N, P = sp.symbols("n p", positive=True)
RATIO = 1 / LOAD
DECAY = sp.exp(-EIGENVALUE * TIME)


def expression():
    """Return test and training risk as integrals over the angle of the eigenvalue, the atom at 0 included."""
    x = 1 + RATIO - 2 * sp.sqrt(RATIO) * sp.cos(ANGLE)
    decay = sp.exp(-x * TIME)
    total = SIGNAL + INITIAL

    def average(integrand):
        return sp.Integral(2 / sp.pi * sp.sin(ANGLE) ** 2 * integrand, (ANGLE, 0, sp.pi))

    kept = 1 + average((decay**2 - 1) / x)
    learned = average(((1 - decay) / x) ** 2)
    unreachable = sp.Max(0, 1 - RATIO)
    return {
        "test": NOISE + total * kept + NOISE * RATIO * learned,
        "train": total * average(decay**2) + NOISE * (RATIO * average(decay**2 / x) + unreachable),
    }


def steps():
    """Return the chain of the derivation; every link is checked here."""
    return (
        _mode(),
        _driving(),
        _mean_square(),
        _residual(),
        _sum_over_modes(),
        _start(),
        _late(),
        _rate_of_learning(),
        _rate_of_risk(),
        _early(),
        _square(),
    )


def _error_of_mode():
    start, noise = sp.symbols("z_0 xi", real=True)
    return start * DECAY + noise * (1 - DECAY) / EIGENVALUE, start, noise


def _mode():
    error = sp.Function("z")
    start, noise = sp.symbols("z_0 xi", real=True)
    flow = sp.Eq(error(TIME).diff(TIME), -EIGENVALUE * error(TIME) + noise)
    solved = sp.dsolve(flow, error(TIME), ics={error(0): start}).rhs
    return "The flow of one mode.", sp.Eq(error(TIME), solved), sp.simplify(solved - _error_of_mode()[0]) == 0


def _driving():
    """Take the covariance of X' noise / n, on a general 3 x 2 matrix."""
    design = sp.Matrix(3, 2, sp.symbols("a:6", real=True))
    covariance = (design.T / N) * (NOISE * sp.eye(3)) * (design.T / N).T
    holds = (covariance - NOISE / N * (design.T * design / N)).applyfunc(sp.simplify) == sp.zeros(2)
    equation = sp.Eq(sp.Symbol("E[xi**2]"), NOISE * EIGENVALUE / N, evaluate=False)
    return "X' noise / n has covariance noise_variance / n times X'X / n.", equation, bool(holds)


def _mean_square():
    """Average over a start of variance S / p and a driving noise of variance noise_variance x / n, uncorrelated."""
    error, start, noise = _error_of_mode()
    square = sp.Poly(sp.expand(error**2), start, noise)
    total = SIGNAL + INITIAL
    mean = square.coeff_monomial(start**2) * total / P + square.coeff_monomial(noise**2) * NOISE * EIGENVALUE / N
    claimed = total / P * DECAY**2 + NOISE / N * (1 - DECAY) ** 2 / EIGENVALUE
    words = "Mean square of a mode: z_0 has variance (signal_variance + initial_variance) / p."
    return words, sp.Eq(sp.Symbol("E[z**2]"), claimed, evaluate=False), sp.simplify(mean - claimed) == 0


def _residual():
    """In the left singular vector of the mode: xi = s noise_k / n with s^2 = n x, residual = noise_k - s z."""
    error, start, noise = _error_of_mode()
    of_sample = sp.Symbol("noise_k", real=True)
    singular = sp.sqrt(N * EIGENVALUE)
    left = of_sample - singular * error.subs(noise, singular * of_sample / N)
    right = DECAY * (of_sample - singular * start)
    words = "The residual y - X w of a mode decays; the n - p directions without a mode keep their noise."
    return words, sp.Eq(sp.Symbol("residual"), right, evaluate=False), sp.simplify(left - right) == 0


def _sum_over_modes():
    """Add p modes whose average is E, n of them in the residual; p / n = 1 / load."""
    total = SIGNAL + INITIAL
    per_mode = total / P * DECAY**2 + NOISE / N * (1 - DECAY) ** 2 / EIGENVALUE
    residual = DECAY**2 * (NOISE + N * EIGENVALUE * total / P)
    test = total * DECAY**2 + NOISE * RATIO * (1 - DECAY) ** 2 / EIGENVALUE
    train = total * EIGENVALUE * DECAY**2 + NOISE * RATIO * DECAY**2
    is_test = sp.simplify((P * per_mode - test).subs(N, LOAD * P)) == 0
    is_train = sp.simplify((P / N * residual - train).subs(N, LOAD * P)) == 0
    equation = sp.Eq(sp.Symbol("|w - w*|**2"), sp.Function("E")(test), evaluate=False)
    return "Sum over the modes: the averages of the two risks.", equation, bool(is_test and is_train)


def _start():
    """E[x] = 1, and the bulk holds min(1, load) of the modes."""
    train = SIGNAL + INITIAL + NOISE * (RATIO * sp.Min(1, LOAD) + sp.Max(0, 1 - RATIO))
    cases = [
        sp.simplify(train.subs(LOAD, value) - (SIGNAL + INITIAL + NOISE)) == 0 for value in (sp.Rational(1, 3), 1, 5)
    ]
    equation = sp.Eq(sp.Symbol("train(0)"), SIGNAL + INITIAL + NOISE, evaluate=False)
    return "At the start the training risk is the test risk.", equation, all(cases)


def _late():
    """Take limits: a mode with x > 0 ends at xi / x; a null mode has xi = 0 and never moves."""
    error, start, noise = _error_of_mode()
    ends = sp.limit(error, TIME, sp.oo) == noise / EIGENVALUE
    stays = sp.limit(error.subs(noise, 0), EIGENVALUE, 0) == start
    words = "At t = inf a mode is at its least-squares value, and a null mode where it began."
    return words, sp.Eq(sp.Symbol("z(oo)"), noise / EIGENVALUE, evaluate=False), bool(ends and stays)


def _rate_of_learning():
    earlier = sp.Symbol("u", positive=True)
    left = sp.diff((1 - DECAY) ** 2 / EIGENVALUE, TIME)
    right = 2 * sp.integrate(EIGENVALUE * sp.exp(-EIGENVALUE * earlier), (earlier, TIME, 2 * TIME))
    shown = sp.Eq(
        sp.Derivative((1 - DECAY) ** 2 / EIGENVALUE, TIME),
        2 * sp.Integral(EIGENVALUE * sp.exp(-EIGENVALUE * earlier), (earlier, TIME, 2 * TIME)),
    )
    return "The rate at which a mode learns noise.", shown, sp.simplify(left - right) == 0


def _rate_of_risk():
    total, h = SIGNAL + INITIAL, EIGENVALUE * DECAY
    rate = sp.diff(total * DECAY**2 + NOISE * RATIO * (1 - DECAY) ** 2 / EIGENVALUE, TIME)
    claimed = -2 * total * EIGENVALUE * DECAY**2 + 2 * NOISE * RATIO * (1 - DECAY) * h / EIGENVALUE
    shown = sp.Eq(sp.Symbol("d test / dt"), claimed, evaluate=False)
    return (
        "The rate of the test risk: the signal's fall against the noise's rise.",
        shown,
        sp.simplify(rate - claimed) == 0,
    )


def _early():
    series = sp.series((1 - DECAY) ** 2 / EIGENVALUE, TIME, 0, 3).removeO()
    shown = sp.Eq(sp.Symbol("learned"), sp.Symbol("E[x]") * TIME**2, evaluate=False)
    return (
        "At first the noise is learned as time squared, E[x] = 1.",
        shown,
        sp.simplify(series - EIGENVALUE * TIME**2) == 0,
    )


def _square():
    """Load 1: E[exp(-x s)] tends to a Gaussian integral over the angle, (pi s)^(-1/2); integrate 2 (M(t) - M(2 t))."""
    late = 2 / sp.pi * sp.integrate(sp.exp(-TIME * ANGLE**2), (ANGLE, 0, sp.oo))
    is_late = sp.simplify(late - 1 / sp.sqrt(sp.pi * TIME)) == 0
    growth = sp.integrate(2 * (late - late.subs(TIME, 2 * TIME)), (TIME, 0, TIME))
    claimed = 2 * (2 - sp.sqrt(2)) / sp.sqrt(sp.pi) * sp.sqrt(TIME)
    shown = sp.Eq(sp.Symbol("learned"), claimed, evaluate=False)
    return (
        "At load 1 the learned noise grows as the root of time.",
        shown,
        bool(is_late and sp.simplify(growth - claimed) == 0),
    )
