r"""The Marchenko-Pastur law from the resolvent of a random matrix, and its averages by direct integration.

X has n_samples rows x_i and n_features columns of independent entries of mean 0 and variance 1, ratio = n_features /
n_samples, G = (X^T X / n_samples + shift)^-1 and m = tr G / n_features in the limit.
"""

import sympy as sp

RATIO, SHIFT, TIME, EIGENVALUE, ANGLE = sp.symbols("ratio shift time eigenvalue phi", positive=True)
ORDER = sp.Symbol("order", integer=True, positive=True)
Q = sp.Symbol("q", positive=True)
LOW, HIGH = (1 - sp.sqrt(RATIO)) ** 2, (1 + sp.sqrt(RATIO)) ** 2
HIGHEST = 6


def expression():
    """Return the closed forms; the distribution function for eigenvalues inside the bulk."""
    index, earlier = sp.Symbol("j", integer=True, nonnegative=True), sp.Symbol("u", positive=True)
    q = sp.Min(sp.sqrt(RATIO), 1 / sp.sqrt(RATIO))
    angle = 2 * sp.asin(sp.sqrt((EIGENVALUE - LOW) / (4 * sp.sqrt(RATIO))))
    decay = sp.exp(-(1 + RATIO) * earlier) * sp.besseli(1, 2 * sp.sqrt(RATIO) * earlier) / (sp.sqrt(RATIO) * earlier)
    moment = sp.binomial(ORDER, index) * sp.binomial(ORDER - 1, index) / (index + 1) * RATIO**index
    return {
        "density": sp.sqrt((HIGH - EIGENVALUE) * (EIGENVALUE - LOW)) / (2 * sp.pi * RATIO * EIGENVALUE),
        "cdf": sp.Max(0, 1 - 1 / RATIO) + sp.Min(1, 1 / RATIO) * _share(angle, q),
        "moment": sp.Sum(moment, (index, 0, ORDER - 1)),
        "stieltjes": (_discriminant_root() - (SHIFT + 1 - RATIO)) / (2 * RATIO * SHIFT),
        "laplace": 1 - sp.Integral(decay, (earlier, 0, TIME)),
    }


def steps():
    """Return the chain of the derivation; every link is checked here."""
    return (
        _leave_one_out(),
        _self_consistency(),
        _companion(),
        _inversion(),
        _angle(),
        _angle_measure(),
        _distribution(),
        _mass(),
        _bound_on_share(),
        _moments(),
        _stieltjes_series(),
        _squared_resolvent(),
        _bessel(),
        _laplace_series(),
        _laplace_square(),
    )


def _step(words, left, right, shown=()):
    """Check left = right; what is shown instead may be unevaluated."""
    return words, sp.Eq(*(shown or (left, right)), evaluate=False), sp.simplify(left - right) == 0


def _share(angle, q):
    theta = sp.atan(q * sp.sin(angle) / (1 - q * sp.cos(angle)))
    return (angle + (q * sp.sin(angle) - (1 - q**2) * theta) / q**2) / sp.pi


def _discriminant_root():
    return sp.sqrt((SHIFT + 1 - RATIO) ** 2 + 4 * RATIO * SHIFT)


def _stieltjes():
    return expression()["stieltjes"]


def _leave_one_out():
    """Sherman and Morrison's formula for one row, checked on a general symmetric 2 x 2 matrix."""
    a, b, c, first, second = sp.symbols("a b c x_1 x_2", real=True)
    rest, row = sp.Matrix([[a, b], [b, c]]), sp.Matrix([first, second])
    with_row = (row.T * (rest + row * row.T).inv() * row)[0]
    without = (row.T * rest.inv() * row)[0]
    return _step(
        "One row x of X, divided by sqrt(n_samples), enters its own resolvent as x'Gx = t / (1 + t), where "
        "t = x'G_x x leaves the row out; in the limit t is its mean, ratio m.",
        with_row,
        without / (1 + without),
        (sp.Symbol("x'Gx"), sp.Symbol("t") / (1 + sp.Symbol("t"))),
    )


def _self_consistency():
    """1 = shift m + tr(G X'X / n) / d, and the last term is n terms t / (1 + t) over d, with t = ratio m."""
    m = sp.Symbol("m", positive=True)
    consistency = 1 - SHIFT * m - (RATIO * m / (1 + RATIO * m)) / RATIO
    quadratic = RATIO * SHIFT * m**2 + (SHIFT + 1 - RATIO) * m - 1
    is_same = sp.simplify(consistency * (1 + RATIO * m) + quadratic) == 0
    solves = sp.simplify(quadratic.subs(m, _stieltjes())) == 0
    decays = sp.limit(SHIFT * _stieltjes().subs(RATIO, sp.Rational(3, 7)), SHIFT, sp.oo) == 1
    return (
        "The trace of 1 = (X'X / n_samples + shift) G gives a quadratic; m is its root with shift m -> 1 at infinity.",
        sp.Eq(quadratic, 0),
        bool(is_same and solves and decays),
    )


def _companion():
    """Above ratio 1 the bulk is that of X X' / n_samples, whose transform v has no pole at 0."""
    companion = (_discriminant_root() - (SHIFT + RATIO - 1)) / (2 * SHIFT)
    return _step(
        "For ratio > 1: the atom's share of m, and a sum of positive terms for the bulk.",
        _stieltjes(),
        (1 - 1 / RATIO) / SHIFT + companion / RATIO,
    )


def _inversion():
    """At shift = -x the discriminant is negative between the edges; its root over 2 pi ratio x is the density."""
    return _step(
        "Stieltjes inversion: the density is the root of minus the discriminant at shift = -x, over 2 pi ratio x.",
        -((_discriminant_root() ** 2).subs(SHIFT, -EIGENVALUE)),
        (HIGH - EIGENVALUE) * (EIGENVALUE - LOW),
    )


def _eigenvalue_at(angle):
    return LOW + 4 * sp.sqrt(RATIO) * sp.sin(angle / 2) ** 2


def _angle():
    return _step(
        "The angle phi of x = low edge + 4 sqrt(ratio) sin(phi / 2)^2 removes the square root.",
        (HIGH - _eigenvalue_at(ANGLE)) * (_eigenvalue_at(ANGLE) - LOW),
        4 * RATIO * sp.sin(ANGLE) ** 2,
    )


def _angle_measure():
    root = 2 * sp.sqrt(RATIO) * sp.sin(ANGLE)
    per_angle = root / (2 * sp.pi * RATIO * _eigenvalue_at(ANGLE)) * sp.diff(_eigenvalue_at(ANGLE), ANGLE)
    return _step("Density times dx / dphi.", per_angle, 2 / sp.pi * sp.sin(ANGLE) ** 2 / _eigenvalue_at(ANGLE))


def _distribution():
    return _step(
        "The closed form of the distribution function has the density as its derivative (q = sqrt(ratio) < 1).",
        sp.diff(_share(ANGLE, Q), ANGLE),
        2 / sp.pi * sp.sin(ANGLE) ** 2 / (1 + Q**2 - 2 * Q * sp.cos(ANGLE)),
        (sp.Derivative(_share(ANGLE, Q), ANGLE), 2 / sp.pi * sp.sin(ANGLE) ** 2 / (1 + Q**2 - 2 * Q * sp.cos(ANGLE))),
    )


def _mass():
    """Evaluate the bulk at both ends: it holds all for q = sqrt(ratio) < 1; above, x(q) = q^2 x(1 / q)."""
    whole = sp.simplify(_share(sp.pi, Q) - _share(sp.Integer(0), Q))
    dual = sp.simplify(
        (1 + Q**2 - 2 * Q * sp.cos(ANGLE)) - Q**2 * (1 + 1 / Q**2 - 2 * sp.cos(ANGLE) / Q),
    )
    return (
        "The bulk has mass 1 for ratio < 1, and 1 / ratio above: the rest is the atom at 0.",
        sp.Eq(sp.Symbol("mass"), whole, evaluate=False),
        bool(whole == 1 and dual == 0),
    )


def _bound_on_share():
    return _step(
        "sin^2 never exceeds 1 + q^2 - 2 q cos: a share is at most its angle times 2 / pi (bracket, rejection).",
        1 + Q**2 - 2 * Q * sp.cos(ANGLE) - sp.sin(ANGLE) ** 2,
        (sp.cos(ANGLE) - Q) ** 2,
    )


def _integrated_moment(order):
    eigenvalue = 1 + Q**2 - 2 * Q * sp.cos(ANGLE)
    integrand = sp.expand(2 / sp.pi * sp.sin(ANGLE) ** 2 * eigenvalue ** (order - 1))
    return sp.expand(sp.integrate(integrand, (ANGLE, 0, sp.pi)).subs(Q, sp.sqrt(RATIO)))


def _moments():
    integrated = [_integrated_moment(order) for order in range(1, HIGHEST)]
    listed = [sp.expand(expression()["moment"].subs(ORDER, order).doit()) for order in range(1, HIGHEST)]
    return (
        "Moments by integration over the angle are the Narayana polynomials.",
        sp.Eq(sp.Symbol("E[x**3]"), integrated[2], evaluate=False),
        integrated == listed,
    )


def _stieltjes_series():
    inverse = sp.Symbol("z", positive=True)
    series = sp.series(_stieltjes().subs(SHIFT, 1 / inverse), inverse, 0, HIGHEST).removeO()
    moments = sum(
        (-1) ** order * inverse ** (order + 1) * (_integrated_moment(order) if order else 1)
        for order in range(HIGHEST - 1)
    )
    return _step("The transform's series in z = 1 / shift carries the same moments.", sp.expand(series), moments)


def _squared_resolvent():
    m = _stieltjes()
    return _step(
        "Differentiating the quadratic gives E[1 / (x + shift)^2].",
        -sp.diff(m, SHIFT),
        m * (1 + RATIO * m) / _discriminant_root(),
        (-sp.Derivative(sp.Symbol("m"), SHIFT), sp.Symbol("m") * (1 + RATIO * sp.Symbol("m")) / _discriminant_root()),
    )


def _bessel():
    """Poisson's integral term by term: the coefficients of z^(2n) on both sides."""
    argument = sp.Symbol("z", positive=True)
    series = sp.series(sp.besseli(1, argument) / argument, argument, 0, 9).removeO()
    by_terms = sum(
        argument**power
        / sp.factorial(power)
        * sp.integrate(sp.sin(ANGLE) ** 2 * sp.cos(ANGLE) ** power, (ANGLE, 0, sp.pi))
        for power in range(9)
    )
    left = sp.Integral(sp.sin(ANGLE) ** 2 * sp.exp(argument * sp.cos(ANGLE)), (ANGLE, 0, sp.pi)) / sp.pi
    return (
        "The angle's integral with exp(z cos phi) is a Bessel function.",
        sp.Eq(left, sp.besseli(1, argument) / argument, evaluate=False),
        sp.expand(by_terms / sp.pi - series) == 0,
    )


def _laplace_series():
    """-dL/dtime = E[x exp(-x time)], whose coefficients are the moments."""
    decay = sp.exp(-(1 + Q**2) * TIME) * sp.besseli(1, 2 * Q * TIME) / (Q * TIME)
    series = sp.expand(sp.series(decay, TIME, 0, HIGHEST - 1).removeO().subs(Q, sp.sqrt(RATIO)))
    moments = sum(
        (-TIME) ** order / sp.factorial(order) * _integrated_moment(order + 1) for order in range(HIGHEST - 1)
    )
    return _step("The Laplace transform's derivative in Bessel form has the moments as coefficients.", series, moments)


def _laplace_square():
    square = sp.exp(-2 * TIME) * (sp.besseli(0, 2 * TIME) + sp.besseli(1, 2 * TIME))
    second = sp.besseli(0, 2 * TIME) - sp.besseli(1, 2 * TIME) / TIME
    derivative = sp.diff(square, TIME).subs(sp.besseli(2, 2 * TIME), second)
    words, equation, holds = _step(
        "At ratio 1 the integral of the Bessel form is elementary in Bessel functions.",
        derivative,
        -sp.exp(-2 * TIME) * sp.besseli(1, 2 * TIME) / TIME,
        (sp.Derivative(square, TIME), -sp.exp(-2 * TIME) * sp.besseli(1, 2 * TIME) / TIME),
    )
    return words, equation, bool(holds and sp.limit(square, TIME, 0) == 1)
