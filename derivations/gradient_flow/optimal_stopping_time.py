r"""The best stopping time: per mode, for the average over modes, its bracket and its limits.

A mode of eigenvalue x contributes S exp(-2 x t) + (noise_variance / load) (1 - exp(-x t))^2 / x to the test risk; in
units of noise_variance / load the first variance is s = load S / noise_variance.
"""

import sympy as sp

TIME, LOAD, EIGENVALUE, STRENGTH, EARLIER = sp.symbols("optimal_stopping_time load x s u", positive=True)
SIGNAL, NOISE, INITIAL = sp.symbols("signal_variance noise_variance initial_variance", positive=True)
RATIO = 1 / LOAD
DECAY = sp.exp(-EIGENVALUE * TIME)
ERROR = STRENGTH * DECAY**2 + (1 - DECAY) ** 2 / EIGENVALUE
OF_MODE = sp.log(1 + EIGENVALUE * STRENGTH) / EIGENVALUE


def _weighted_laplace(time):
    argument = 2 * sp.sqrt(RATIO) * time
    return sp.exp(-(1 + RATIO) * time) * 2 * sp.besseli(1, argument) / argument


def expression():
    """Return the condition of which the time is the root."""
    strength = LOAD * (SIGNAL + INITIAL) / NOISE
    right = sp.Integral(_weighted_laplace(EARLIER), (EARLIER, TIME, 2 * TIME))
    return {"condition": sp.Eq(strength * _weighted_laplace(2 * TIME), right)}


def steps():
    """Return the chain of the derivation; every link is checked here."""
    return (
        _mode(),
        _mode_risk(),
        _bracket(),
        _condition(),
        _bessel(),
        _weak(),
        _square(),
        _strong(),
    )


def _mode():
    slope = sp.simplify(sp.diff(ERROR, TIME).subs(TIME, OF_MODE))
    bend = sp.simplify(sp.diff(ERROR, TIME, 2).subs(TIME, OF_MODE))
    return "One mode is best stopped at", sp.Eq(TIME, OF_MODE, evaluate=False), bool(slope == 0 and bend.is_positive)


def _mode_risk():
    """Compare with the error that the ridge 1 / s leaves: (s / s^2 + x) / (x + 1 / s)^2."""
    stopped = sp.simplify(ERROR.subs(TIME, OF_MODE))
    ridge = (1 / STRENGTH + EIGENVALUE) / (EIGENVALUE + 1 / STRENGTH) ** 2
    claimed = STRENGTH / (1 + EIGENVALUE * STRENGTH)
    holds = sp.simplify(stopped - claimed) == 0 and sp.simplify(ridge - claimed) == 0
    return (
        "It then errs as little as with the best ridge.",
        sp.Eq(sp.Symbol("error"), claimed, evaluate=False),
        bool(holds),
    )


def _bracket():
    """d/dx log(1 + x s) / x has the sign of g = y / (1 + y) - log(1 + y), y = x s; g(0) = 0 and g' < 0."""
    y = sp.Symbol("y", positive=True)
    sign = y / (1 + y) - sp.log(1 + y)
    is_sign = sp.simplify(sp.diff(OF_MODE, EIGENVALUE) * EIGENVALUE**2 - sign.subs(y, EIGENVALUE * STRENGTH)) == 0
    falls = sp.simplify(sp.diff(sign, y)).is_negative and sp.limit(sign, y, 0) == 0
    shown = sp.Lt(sp.Derivative(OF_MODE, EIGENVALUE), 0, evaluate=False)
    words = "The best time falls with the eigenvalue: the common one lies between those of the two edges."
    return words, shown, bool(is_sign and falls)


def _condition():
    slope = sp.diff(ERROR, TIME)
    integral = sp.integrate(EIGENVALUE * sp.exp(-EIGENVALUE * EARLIER), (EARLIER, TIME, 2 * TIME))
    claimed = -2 * STRENGTH * EIGENVALUE * DECAY**2 + 2 * integral
    h = sp.Function("h")
    shown = sp.Eq(STRENGTH * h(2 * TIME), sp.Integral(h(EARLIER), (EARLIER, TIME, 2 * TIME)))
    words = "Averaged over the modes with h(u) = E[x exp(-x u)], the slope vanishes where"
    return words, shown, sp.simplify(slope - claimed) == 0


def _bessel():
    """Coefficients of u^k: E[x^(k+1)] (-1)^k / k!, by integration over the angle."""
    angle, q = sp.symbols("phi q", positive=True)
    eigenvalue = 1 + q**2 - 2 * q * sp.cos(angle)
    moments = [
        sp.integrate(sp.expand(2 / sp.pi * sp.sin(angle) ** 2 * eigenvalue**k), (angle, 0, sp.pi)) for k in range(5)
    ]
    by_moments = sum((-EARLIER) ** k / sp.factorial(k) * moment for k, moment in enumerate(moments))
    closed = sp.exp(-(1 + q**2) * EARLIER) * sp.besseli(1, 2 * q * EARLIER) / (q * EARLIER)
    series = sp.series(closed, EARLIER, 0, 5).removeO()
    shown = sp.Eq(sp.Function("h")(EARLIER), _weighted_laplace(EARLIER), evaluate=False)
    return "The average h in closed form.", shown, sp.expand(series - by_moments) == 0


def _weak():
    """h(u) = 1 - (1 + r) u + ... inserted in the condition, order by order in s."""
    coefficient = sp.Symbol("c")
    h = sp.Lambda(EARLIER, 1 - (1 + RATIO) * EARLIER)
    time = STRENGTH + coefficient * STRENGTH**2
    gap = STRENGTH * h(2 * time) - sp.integrate(h(EARLIER), (EARLIER, TIME, 2 * TIME)).subs(TIME, time)
    second = sp.series(sp.expand(gap), STRENGTH, 0, 3).removeO().coeff(STRENGTH, 2)
    claimed = STRENGTH - (1 + RATIO) * STRENGTH**2 / 2
    holds = sp.simplify(sp.solve(second, coefficient)[0] + (1 + RATIO) / 2) == 0
    return "Weak signal.", sp.Eq(TIME, claimed, evaluate=False), bool(holds)


def _square():
    """At load 1 h falls as u^(-3/2): the condition becomes algebraic."""
    left = STRENGTH * (2 * TIME) ** sp.Rational(-3, 2)
    right = sp.integrate(EARLIER ** sp.Rational(-3, 2), (EARLIER, TIME, 2 * TIME))
    claimed = (1 + sp.sqrt(2)) / 4 * STRENGTH
    holds = sp.simplify((left - right).subs(TIME, claimed)) == 0
    return "Strong signal at load 1.", sp.Eq(TIME, claimed, evaluate=False), bool(holds)


def _strong():
    """h(u) ~ exp(-e u) u^(-3/2), e the lower edge, and the integral is h(t) / e to leading order."""
    edge = sp.Symbol("e", positive=True)
    left = STRENGTH * sp.exp(-2 * edge * TIME) * (2 * TIME) ** sp.Rational(-3, 2)
    right = sp.exp(-edge * TIME) * TIME ** sp.Rational(-3, 2) / edge
    claimed = (sp.log(edge * STRENGTH) - sp.Rational(3, 2) * sp.log(2)) / edge
    ratio = sp.simplify((left / right).subs(TIME, claimed))
    return "Strong signal at other loads.", sp.Eq(TIME, claimed, evaluate=False), ratio == 1
