r"""Gradient descent mode by mode: z <- (1 - rate x) z + rate xi, and its limits.

A mode has eigenvalue x of X'X / n, error z = w - w* and the share xi of X' noise / n; the averages over modes are those
of gradient flow with exp(-x t) replaced by (1 - rate x)^step.
"""

import sympy as sp

LOAD, RATE, EIGENVALUE, TIME, ANGLE = sp.symbols("load learning_rate x t phi", positive=True)
STEP = sp.Symbol("step", integer=True, nonnegative=True)
SIGNAL, NOISE, INITIAL = sp.symbols("signal_variance noise_variance initial_variance", nonnegative=True)
N, P = sp.symbols("n p", positive=True)
FACTOR = 1 - RATE * EIGENVALUE


def expression():
    """Return test and training risk as integrals over the angle of the eigenvalue, the atom at 0 included."""
    ratio = 1 / LOAD
    x = 1 + ratio - 2 * sp.sqrt(ratio) * sp.cos(ANGLE)
    factor = (1 - RATE * x) ** STEP

    def average(integrand):
        return sp.Integral(2 / sp.pi * sp.sin(ANGLE) ** 2 * integrand, (ANGLE, 0, sp.pi))

    total, unreachable = SIGNAL + INITIAL, sp.Max(0, 1 - ratio)
    kept, learned = 1 + average((factor**2 - 1) / x), average(((1 - factor) / x) ** 2)
    return {
        "test": NOISE + total * kept + NOISE * ratio * learned,
        "train": total * average(factor**2) + NOISE * (ratio * average(factor**2 / x) + unreachable),
    }


def steps():
    """Return the chain of the derivation; every link is checked here."""
    return (_step(), _recursion(), _mean_square(), _residual(), _stability(), _flow(), _polynomial(), _effective_time())


def _error_of_mode(step=STEP):
    start, noise = sp.symbols("z_0 xi", real=True)
    return start * FACTOR**step + noise * (1 - FACTOR**step) / EIGENVALUE, start, noise


def _step():
    """Take the gradient of |y - X w|^2 / (2 n), on a general 3 x 2 design with y = X w* + noise."""
    design, noise = sp.Matrix(3, 2, sp.symbols("a:6", real=True)), sp.Matrix(sp.symbols("e:3", real=True))
    weights, teacher = sp.Matrix(sp.symbols("w:2", real=True)), sp.Matrix(sp.symbols("v:2", real=True))
    residual = design * teacher + noise - design * weights
    loss = (residual.T * residual)[0] / (2 * N)
    step = -RATE * sp.Matrix([sp.diff(loss, w) for w in weights])
    claimed = -RATE * (design.T * design / N) * (weights - teacher) + RATE * design.T * noise / N
    shown = sp.Eq(sp.Symbol("z_new"), FACTOR * sp.Symbol("z") + RATE * sp.Symbol("xi"), evaluate=False)
    return "A step, in the eigenvectors of X'X / n.", shown, (step - claimed).applyfunc(sp.expand) == sp.zeros(2, 1)


def _recursion():
    error, start, noise = _error_of_mode()
    after = FACTOR * error + RATE * noise
    holds = sp.simplify(sp.expand(_error_of_mode(STEP + 1)[0] - after, power_exp=True)) == 0
    begins = sp.simplify(error.subs(STEP, 0) - start) == 0
    return "After any number of steps.", sp.Eq(sp.Symbol("z"), error, evaluate=False), bool(holds and begins)


def _mean_square():
    error, start, noise = _error_of_mode()
    square = sp.Poly(sp.expand(error**2), start, noise)
    total = SIGNAL + INITIAL
    mean = P * (square.coeff_monomial(start**2) * total / P + square.coeff_monomial(noise**2) * NOISE * EIGENVALUE / N)
    claimed = total * FACTOR ** (2 * STEP) + NOISE / LOAD * (1 - FACTOR**STEP) ** 2 / EIGENVALUE
    shown = sp.Eq(sp.Symbol("p E[z**2]"), claimed, evaluate=False)
    words = "Its mean square: z_0 has variance (signal_variance + initial_variance) / p, xi has noise_variance x / n."
    return words, shown, sp.simplify(mean.subs(N, LOAD * P) - claimed) == 0


def _residual():
    error, start, noise = _error_of_mode()
    of_sample, singular = sp.Symbol("noise_k", real=True), sp.sqrt(N * EIGENVALUE)
    left = of_sample - singular * error.subs(noise, singular * of_sample / N)
    right = FACTOR**STEP * (of_sample - singular * start)
    return (
        "Its share of the residual.",
        sp.Eq(sp.Symbol("residual"), right, evaluate=False),
        sp.simplify(left - right) == 0,
    )


def _stability():
    inside = sp.reduce_inequalities([sp.Abs(1 - sp.Symbol("y", real=True)) < 1], sp.Symbol("y", real=True))
    y = sp.Symbol("y", real=True)
    holds = inside.as_set() == sp.Interval.open(0, 2)
    shown = sp.Lt(RATE * EIGENVALUE, 2, evaluate=False)
    return "A mode converges while |1 - y| < 1, y = rate x.", shown, bool(holds and y.is_real)


def _flow():
    limit = sp.limit((1 - EIGENVALUE * TIME / STEP) ** STEP, STEP, sp.oo)
    shown = sp.Eq(sp.Limit((1 - EIGENVALUE * TIME / STEP) ** STEP, STEP, sp.oo), sp.exp(-EIGENVALUE * TIME))
    return "Small rates at fixed time are gradient flow.", shown, sp.simplify(limit - sp.exp(-EIGENVALUE * TIME)) == 0


def _polynomial():
    """(1 - (1 - rate x)^k) / x is a polynomial: a Gauss rule of enough nodes is exact."""
    degrees = [sp.degree(sp.cancel((1 - FACTOR**k) / EIGENVALUE), EIGENVALUE) for k in range(1, 7)]
    shown = sp.Eq(sp.Symbol("degree"), STEP - 1, evaluate=False)
    return "What is averaged are polynomials.", shown, degrees == list(range(6))


def _effective_time():
    time = -STEP / EIGENVALUE * sp.log(FACTOR)
    holds = sp.simplify(EIGENVALUE * time + STEP * sp.log(FACTOR)) == 0
    series = sp.series(time / STEP, EIGENVALUE, 0, 2).removeO()
    holds = holds and sp.simplify(series - RATE - RATE**2 * EIGENVALUE / 2) == 0
    shown = sp.Eq(TIME, STEP * (RATE + RATE**2 * EIGENVALUE / 2), evaluate=False)
    return "The time at which the flow has gone as far, to second order in the rate.", shown, bool(holds)
