r"""Gaussian and Laplace kernels as mean cosines of random frequencies.

The frequencies of the Gaussian kernel are independent normal numbers; those of the Laplace kernel are the same divided
by the absolute value s of one more normal number, which turns the kernel into a mixture of Gaussian kernels.
"""

import sympy as sp

DISTANCE, SCALE = sp.symbols("distance length_scale", positive=True)
FREQUENCY, FIRST, SECOND = sp.symbols("w delta_1 delta_2", real=True)
MIXING = sp.Symbol("s", positive=True)


def expression():
    """Return both kernels as functions of the distance."""
    return {"gaussian": sp.exp(-(DISTANCE**2) / (2 * SCALE**2)), "laplace": sp.exp(-DISTANCE / SCALE)}


def steps():
    """Return the chain of the derivation; every link is checked here."""
    return (_one_dimension(), _more_dimensions(), _mixture(), _cauchy(), _second_derivative())


def _mean_cosine(difference):
    density = sp.exp(-(FREQUENCY**2) / 2) / sp.sqrt(2 * sp.pi)
    return sp.integrate(density * sp.cos(FREQUENCY * difference), (FREQUENCY, -sp.oo, sp.oo))


def _one_dimension():
    unit = DISTANCE / SCALE
    left = _mean_cosine(unit)
    return (
        "One dimension: the mean cosine over a normal frequency is a Gaussian of the difference.",
        sp.Eq(sp.Symbol("E[cos(w d)]"), expression()["gaussian"], evaluate=False),
        sp.simplify(left - expression()["gaussian"]) == 0,
    )


def _more_dimensions():
    """Multiply dimension by dimension: the mean of the sines vanishes, so the mean of cos(a + b) is a product."""
    a, b = sp.symbols("a b", real=True)
    sine = sp.integrate(sp.sin(FREQUENCY) * sp.exp(-(FREQUENCY**2) / 2), (FREQUENCY, -sp.oo, sp.oo))
    parts = sp.expand(sp.cos(a + b), trig=True) - (sp.cos(a) * sp.cos(b) - sp.sin(a) * sp.sin(b))
    product = sp.exp(-(FIRST**2) / 2) * sp.exp(-(SECOND**2) / 2)
    joined = sp.exp(-(FIRST**2 + SECOND**2) / 2)
    return (
        "More dimensions: the factors multiply to a Gaussian of the Euclidean distance.",
        sp.Eq(product, joined, evaluate=False),
        bool(sine == 0 and parts == 0 and sp.simplify(product - joined) == 0),
    )


def _mixture():
    """Mean of exp(-d^2 / (2 s^2)) over s, the absolute value of a normal number, by its differential equation.

    Substituting s -> d / s in the derivative shows f' = -f, and f(0) = 1.
    """
    weight = sp.sqrt(2 / sp.pi) * sp.exp(-(MIXING**2) / 2)
    integrand = weight * sp.exp(-(DISTANCE**2) / (2 * MIXING**2))
    derivative = sp.diff(integrand, DISTANCE)
    substituted = derivative.subs(MIXING, DISTANCE / MIXING) * DISTANCE / MIXING**2
    is_minus_itself = sp.simplify(substituted + integrand) == 0
    starts_at_one = sp.integrate(weight, (MIXING, 0, sp.oo)) == 1
    return (
        "Laplace: the mixture over s obeys f' = -f with f(0) = 1, in any dimension.",
        sp.Eq(sp.Integral(integrand, (MIXING, 0, sp.oo)), sp.exp(-DISTANCE), evaluate=False),
        bool(is_minus_itself and starts_at_one),
    )


def _cauchy():
    """Integrate the ratio of two normal numbers: it is a Cauchy number."""
    joint = sp.exp(-((FREQUENCY * MIXING) ** 2) / 2) / sp.sqrt(2 * sp.pi) * MIXING
    density = sp.integrate(joint * sp.sqrt(2 / sp.pi) * sp.exp(-(MIXING**2) / 2), (MIXING, 0, sp.oo))
    closed = 1 / (sp.pi * (1 + FREQUENCY**2))
    return (
        "In one dimension the frequencies of the Laplace kernel have the Cauchy density.",
        sp.Eq(sp.Symbol("p(w)"), closed, evaluate=False),
        sp.simplify(density - closed) == 0,
    )


def _second_derivative():
    """Compare slopes at 0: the Gaussian kernel is smooth there, the Laplace kernel has a cusp."""
    gaussian, laplace = expression()["gaussian"], expression()["laplace"]
    slopes = [sp.limit(sp.diff(kernel, DISTANCE), DISTANCE, 0) for kernel in (gaussian, laplace)]
    return (
        "At distance 0 the slope of the Gaussian kernel is 0, that of the Laplace kernel -1 / length_scale.",
        sp.Eq(sp.Symbol("slope"), slopes[1], evaluate=False),
        bool(slopes[0] == 0 and sp.simplify(slopes[1] + 1 / SCALE) == 0),
    )
