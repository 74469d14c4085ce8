r"""Arc-cosine functions by integration over the plane that two inputs span.

Only the projection of a Gaussian weight vector on the plane of the inputs matters; in polar coordinates it has length r
with density r exp(-r^2 / 2) and a uniform direction psi. The inputs point to 0 and to ``angle``, so both units are on
for psi between angle - pi / 2 and pi / 2.
"""

import sympy as sp

ANGLE = sp.Symbol("angle", positive=True)
DIRECTION, LENGTH = sp.symbols("psi r", positive=True)
FIRST, SECOND = sp.symbols("P Q", positive=True)


def expression():
    """Return the closed forms."""
    return {
        "arc_cosine_zero": (sp.pi - ANGLE) / sp.pi,
        "arc_cosine_one": (sp.sin(ANGLE) + (sp.pi - ANGLE) * sp.cos(ANGLE)) / sp.pi,
        "arc_cosine_one_complement": 2 * sp.sin(ANGLE / 2) ** 2 - (sp.sin(ANGLE) - ANGLE * sp.cos(ANGLE)) / sp.pi,
    }


def steps():
    """Return the chain of the derivation; every link is checked here."""
    zero, one, lacking = expression().values()
    supplement = sp.pi - ANGLE
    return (
        (
            "The length has density r exp(-r^2 / 2), which integrates to 1, and its mean square is 2.",
            sp.Eq(sp.Integral(LENGTH**3 * sp.exp(-(LENGTH**2) / 2), (LENGTH, 0, sp.oo)), 2, evaluate=False),
            bool(_over_length(1) == 1 and _over_length(LENGTH**2) == 2),
        ),
        _step(
            "Threshold units: twice the share of directions for which both are on.",
            2 * _over_direction(1) / (2 * sp.pi),
            zero,
            (2 * _shown(1) / (2 * sp.pi), zero),
        ),
        _step(
            "ReLU units: twice the mean of r cos(psi) r cos(psi - angle) where both are on.",
            2 * _over_length(LENGTH**2) * _over_direction(_product()) / (2 * sp.pi),
            one,
            (2 * _shown(LENGTH**2 * _product()) / (2 * sp.pi), one),
        ),
        _step(
            "For inputs of lengths P and Q, by homogeneity, the mean product of ReLUs is P Q k1 / 2.",
            _over_length(LENGTH**2) * _over_direction(FIRST * SECOND * _product()) / (2 * sp.pi),
            FIRST * SECOND * one / 2,
        ),
        _step(
            "The derivative of k1 with respect to the cosine is k0.",
            sp.diff(one, ANGLE) / sp.diff(sp.cos(ANGLE), ANGLE),
            zero,
            (sp.Derivative(sp.Symbol("k_1"), sp.Symbol("cos(angle)")), sp.Symbol("k_0")),
        ),
        _step(
            "k1 in the supplement phi = pi - angle, without cancellation at angle pi.",
            (sp.sin(supplement) - supplement * sp.cos(supplement)) / sp.pi,
            one,
        ),
        _step("The complement of k1, without cancellation at angle 0.", lacking, 1 - one),
        _step(
            "Its series at small angles: below the square comes a cube, the trace of the kink of the ReLU.",
            sp.series(lacking, ANGLE, 0, 5).removeO(),
            ANGLE**2 / 2 - ANGLE**3 / (3 * sp.pi) - ANGLE**4 / 24,
        ),
        _step(
            "The series of sin x - x cos x, term by term.",
            sp.series(sp.sin(ANGLE) - ANGLE * sp.cos(ANGLE), ANGLE, 0, 12).removeO(),
            sum((-1) ** (k + 1) * 2 * k * ANGLE ** (2 * k + 1) / sp.factorial(2 * k + 1) for k in range(1, 6)),
        ),
    )


def _step(words, left, right, shown=()):
    """Check left = right; what is shown instead may be unevaluated."""
    return words, sp.Eq(*(shown or (left, right)), evaluate=False), sp.simplify(left - right) == 0


def _product():
    return sp.cos(DIRECTION) * sp.cos(DIRECTION - ANGLE)


def _over_length(function):
    return sp.integrate(function * LENGTH * sp.exp(-(LENGTH**2) / 2), (LENGTH, 0, sp.oo))


def _over_direction(function):
    return sp.integrate(sp.expand_trig(function), (DIRECTION, ANGLE - sp.pi / 2, sp.pi / 2))


def _shown(function):
    return sp.Integral(
        function * LENGTH * sp.exp(-(LENGTH**2) / 2), (LENGTH, 0, sp.oo), (DIRECTION, ANGLE - sp.pi / 2, sp.pi / 2)
    )
