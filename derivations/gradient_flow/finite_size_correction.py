r"""First correction to the mean of linear spectral statistics of real Wishart matrices, from integration by parts.

W = X'X with X of n rows and p columns of independent standard normal entries; m_k = E tr (W / n)^k / p = M_k + mu_k / p
+ ..., r = p / n = 1 / load. Stein's identity E[g f(g)] = E[f'(g)] turns moments into a recursion.
"""

import sympy as sp

R, Q, ANGLE, U = sp.symbols("r q phi u", positive=True)
N, P = sp.symbols("n p", positive=True)
TIME, LOAD = sp.symbols("time load", positive=True)
SIGNAL, NOISE, INITIAL = sp.symbols("signal_variance noise_variance initial_variance", nonnegative=True)
HIGHEST = 7


def _functional(function, q=Q):
    """Return [f(high) + f(low)] / 4 - (1 / 2 pi) times the integral of f over the angle, unevaluated."""
    ends = (function((1 + q) ** 2) + function((1 - q) ** 2)) / 4
    return ends - sp.Integral(function(1 + q**2 - 2 * q * sp.cos(ANGLE)), (ANGLE, 0, sp.pi)) / (2 * sp.pi)


def expression():
    """Return the corrections of test and training risk."""
    q = 1 / sp.sqrt(LOAD)

    def test(x):
        return (SIGNAL + INITIAL) * sp.exp(-2 * x * TIME) + NOISE / LOAD * (1 - sp.exp(-x * TIME)) ** 2 / x

    def train(x):
        return ((SIGNAL + INITIAL) * x + NOISE / LOAD) * sp.exp(-2 * x * TIME)

    return {"test": _functional(test, q), "train": _functional(train, q)}


def steps():
    """Return the chain of the derivation; every link is checked here."""
    return (
        _parts(),
        _first_moments(),
        _orders(),
        _polynomials(),
        _laplace(),
        _inverse_above(),
        _inverse_below(),
        _train(),
    )


def _parts():
    """Differentiate the entries of X W^k for k = 1, 2 on a general 2 x 2 matrix."""
    design = sp.Matrix(2, 2, sp.symbols("a:4", real=True))
    gram = design.T * design

    def divergence(order):
        field = design * gram**order
        return sum(sp.diff(field[i, a], design[i, a]) for i in range(2) for a in range(2))

    def claimed(order):
        products = sum((gram ** (j + 1)).trace() * (gram ** (order - 1 - j)).trace() for j in range(order))
        return (2 + order) * (gram**order).trace() + products

    holds = all(sp.expand(divergence(order) - claimed(order)) == 0 for order in (1, 2))
    k, j = sp.Symbol("k"), sp.Symbol("j")
    tr = sp.Function("tr")
    w = sp.Symbol("W")
    right = (N + k) * tr(w**k) + sp.Sum(tr(w ** (j + 1)) * tr(w ** (k - 1 - j)), (j, 0, k - 1))
    words = "Integration by parts in every entry of X, in the mean (checked for n = p = 2)."
    return words, sp.Eq(tr(w ** (k + 1)), right), bool(holds)


def _first_moments():
    """Evaluate the recursion without neglect for k = 0, 1: E tr W = n p and E tr W^2 = n p (n + p + 1)."""
    first = N * P
    second = (N + 1) * first + first * P
    shown = sp.Eq(sp.Symbol("E tr W**2"), sp.factor(second), evaluate=False)
    return "Its first values are the exact moments.", shown, sp.expand(second - N * P * (N + P + 1)) == 0


def _moments():
    """Return M_k and mu_k: covariances of traces are O(1), hence two orders below their product."""
    limit, correction = [sp.Integer(1)], [sp.Integer(0)]
    for k in range(HIGHEST):
        pairs = [(j + 1, k - 1 - j) for j in range(k)]
        new_limit = limit[k] + R * sum(limit[a] * limit[b] for a, b in pairs)
        new = correction[k] + k * R * limit[k]
        new += R * sum(correction[a] * limit[b] + limit[a] * correction[b] for a, b in pairs)
        limit.append(sp.expand(new_limit))
        correction.append(sp.expand(new))
    return limit, correction


def _orders():
    """Against the exact third moment n p (n^2 + p^2 + 3 n p + 3 n + 3 p + 4)."""
    limit, correction = _moments()
    exact = sp.expand((N**2 + P**2 + 3 * N * P + 3 * N + 3 * P + 4) / N**2)
    rest = sp.expand((exact - limit[3] - correction[3] / P).subs(R, P / N))
    shown = sp.Eq(sp.Symbol("m_3"), limit[3] + correction[3] / P, evaluate=False)
    return (
        "Order by order in 1 / p; the third moment is known exactly and differs at second order.",
        shown,
        rest == 4 / N**2,
    )


def _polynomials():
    _, correction = _moments()
    functional = [
        sp.expand(_functional(lambda x, k=k: sp.expand(x**k)).doit()).subs(Q, sp.sqrt(R)) for k in range(HIGHEST + 1)
    ]
    f = sp.Function("f")
    holds = all(sp.expand(a - b) == 0 for a, b in zip(correction, functional))
    shown = sp.Eq(sp.Symbol("mu_f"), _functional(f))
    return f"For powers up to {HIGHEST} the corrections are those of the functional.", shown, holds


def _laplace():
    """Series of the closed form for f = exp(-u x) against the moments' corrections."""
    _, correction = _moments()
    closed = sp.exp(-(1 + Q**2) * U) * (sp.cosh(2 * Q * U) - sp.besseli(0, 2 * Q * U)) / 2
    series = sp.series(closed, U, 0, HIGHEST).removeO().subs(Q, sp.sqrt(R))
    by_moments = sum((-U) ** k / sp.factorial(k) * correction[k] for k in range(HIGHEST))
    shown = sp.Eq(sp.Symbol("mu_exp"), closed, evaluate=False)
    return "For f = exp(-u x) it is closed and positive.", shown, sp.expand(series - by_moments) == 0


def _inverse_functional(sign):
    """Return the functional of 1 / x: the integral over the angle is pi / |1 - q^2|, by residues at z = q or 1 / q."""
    z = sp.Symbol("z")
    pole = Q if sign > 0 else 1 / Q
    integrand = sp.cancel(sp.together(1 / ((1 - Q * z) * (1 - Q / z)) / z))
    integral = sp.pi * sp.simplify(sp.residue(integrand, z, pole))
    return sp.simplify((1 / (1 + Q) ** 2 + 1 / (1 - Q) ** 2) / 4 - integral / (2 * sp.pi))


def _next_term(risk):
    """Return the coefficient of 1 / p of an exact risk, n = p / q^2."""
    inverse = sp.Symbol("h", positive=True)
    return sp.limit(sp.cancel(sp.diff(risk.subs(N, P / Q**2).subs(P, 1 / inverse), inverse)), inverse, 0)


def _inverse_above():
    exact = _next_term(P / (N - P - 1))
    claimed = Q**2 * _inverse_functional(1)
    shown = sp.Eq(sp.Symbol("mu"), exact, evaluate=False)
    return "Load above 1, t = inf: the next term of the exact plateau.", shown, sp.simplify(exact - claimed) == 0


def _inverse_below():
    exact = _next_term(N / (P - N - 1))
    claimed = Q**2 * _inverse_functional(-1)
    shown = sp.Eq(sp.Symbol("mu"), exact, evaluate=False)
    return "Load below 1, t = inf: the next term of the exact plateau.", shown, sp.simplify(exact - claimed) == 0


def _train():
    """All p eigenvalues enter, zeros included: the noise left is (1 / n) [sum over p of exp(-2 x t) + n - p]."""
    decay, rank = sp.symbols("D k", positive=True)
    over_bulk = rank * decay + (N - rank)
    over_all = rank * decay + (P - rank) + (N - P)
    shown = sp.Eq(sp.Symbol("n train / noise_variance"), sp.Symbol("tr exp(-2 x t)") + N - P, evaluate=False)
    return (
        "The training risk is a smooth statistic plus a constant at every load.",
        shown,
        sp.expand(over_bulk - over_all) == 0,
    )
