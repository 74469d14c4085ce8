r"""The binomial tail in logarithms: its derivative, its concavity, its ratio to one term and the case without errors.

n samples, k errors, risk p = 1 - exp(-u).
"""

import sympy as sp

P, U, V, DELTA = sp.symbols("p u v delta", positive=True)
N, K = sp.symbols("n_samples errors", integer=True, positive=True)
SIZES = ((3, 1), (5, 2), (7, 6), (6, 3))


def expression():
    """Return the equation that the inverse solves, and the closed case without errors."""
    index = sp.Symbol("j", integer=True, nonnegative=True)
    tail = sp.Sum(sp.binomial(N, index) * P**index * (1 - P) ** (N - index), (index, 0, K))
    return {"equation": sp.Eq(DELTA, tail, evaluate=False), "without errors": 1 - DELTA ** (1 / N)}


def steps():
    """Return the chain of the derivation; every link is checked here."""
    return (_slope(), _survival(), _concave(), _ratio(), _stirling(), _none(), _mirror(), _chernoff())


def _pmf(n, k, p=P):
    return sp.binomial(n, k) * p**k * (1 - p) ** (n - k)


def _tail(n, k, p=P):
    return sum(_pmf(n, j, p) for j in range(k + 1))


def _slope():
    holds = all(sp.expand(sp.diff(_tail(n, k), P) + (n - k) * sp.cancel(_pmf(n, k) / (1 - P))) == 0 for n, k in SIZES)
    left = sp.Derivative(sp.Symbol("tail"), P)
    words = "The sum telescopes: the tail's derivative is one term, so d ln(tail) / du = -(n - k) pmf / tail."
    return words, sp.Eq(left, -(N - K) * sp.Symbol("pmf") / (1 - P), evaluate=False), holds


def _survival():
    """Add independent exponential times of rates n, n - 1, ..., n - k: the (k + 1)-th smallest of n times."""
    n, k = 4, 1
    density = sp.integrate(n * sp.exp(-n * V) * (n - 1) * sp.exp(-(n - 1) * (U - V)), (V, 0, U))
    words = "At p = 1 - exp(-u) the tail is the survival of a sum of independent exponential times."
    difference = sp.simplify(density + sp.diff(_tail(n, k, 1 - sp.exp(-U)), U))
    return words, sp.Eq(sp.Symbol("density"), sp.simplify(density), evaluate=False), difference == 0


def _concave():
    """Log-concave densities have log-concave survivals; here checked for the smaller tails by their own sign."""
    values = []
    for n, k in SIZES:
        log_tail = sp.log(_tail(n, k, 1 - sp.exp(-U)))
        second = sp.diff(log_tail, U, 2)
        values += [sp.N(second.subs(U, sp.Rational(j, 4)), 30) < 0 for j in range(1, 16)]
    words = "ln(tail) is concave in u, so no step of Newton's method ends below the root."
    return words, sp.Le(sp.Derivative(sp.Symbol("ln_tail"), (U, 2)), 0), all(values)


def _ratio():
    holds = True
    for n, k in SIZES:
        integrand = sp.exp(-(n - k) * V) * sp.expand(((1 - (1 - P) * sp.Symbol("w")) / P) ** k)
        integral = (n - k) * sp.integrate(sp.expand(integrand.subs(sp.Symbol("w"), sp.exp(-V))), (V, 0, sp.oo))
        holds = holds and sp.simplify(integral - _tail(n, k) / _pmf(n, k)) == 0
    odds = (1 - P) / P
    shown = (N - K) * sp.Integral(sp.exp(-(N - K) * V) * (1 + odds * (1 - sp.exp(-V))) ** K, (V, 0, sp.oo))
    return "The tail over its last term is an integral.", sp.Eq(sp.Symbol("S"), shown, evaluate=False), holds


def _stirling():
    """Put Stirling's formula with its remainders into the last term."""
    e = sp.Function("e")

    def log_factorial(m):
        return (m + sp.Rational(1, 2)) * sp.log(m) - m + sp.log(2 * sp.pi) / 2 + e(m)

    n, k = sp.symbols("n k", positive=True)
    rest = sp.Symbol("r", positive=True)
    exactly = log_factorial(n) - log_factorial(k) - log_factorial(rest) + k * sp.log(P) + rest * sp.log(1 - P)
    entropy = k * sp.log(k / n / P) + rest * sp.log(rest / n / (1 - P))
    wanted = -entropy - sp.log(2 * sp.pi * k * rest / n) / 2 + e(n) - e(k) - e(rest)
    difference = sp.expand(sp.expand_log(exactly - wanted, force=True).subs(n, k + rest))
    difference = sp.simplify(sp.expand_log(difference, force=True))
    words = "The last term by its relative entropy and the remainders of Stirling's formula."
    return words, sp.Eq(sp.Symbol("ln_pmf"), wanted, evaluate=False), difference == 0


def _none():
    found = 1 - DELTA ** (1 / N)
    words = "Without errors the inverse is closed."
    return words, sp.Eq(P, found), sp.simplify(sp.powdenest((1 - found) ** N, force=True) - DELTA) == 0


def _mirror():
    n, k = 6, 2
    at_least = 1 - _tail(n, k - 1)
    words = "At least k errors are at most n - k correct answers."
    shown = sp.Eq(sp.Symbol("P(>= k; p)"), sp.Symbol("P(<= n - k; 1 - p)"), evaluate=False)
    return words, shown, sp.expand(at_least - _tail(n, n - k, 1 - P)) == 0


def _chernoff():
    """E t^(K - k) with t = q (1 - p) / (p (1 - q)) <= 1 bounds the tail for q = k / n <= p by exp(-n kl)."""
    q = sp.Symbol("q", positive=True)
    factor = q * (1 - P) / (P * (1 - q))
    log_bound = sp.log(1 - P + P * factor) - q * sp.log(factor)
    entropy = q * sp.log(q / P) + (1 - q) * sp.log((1 - q) / (1 - P))
    at = {q: sp.Rational(1, 5), P: sp.Rational(3, 7)}
    holds = abs(sp.N((log_bound + entropy).subs(at), 40)) < sp.Float("1e-35")
    words = "Chernoff's bound: the tail is at most exp(-n kl), so the inverse is at most the one of kl."
    return words, sp.Le(sp.Symbol("ln_tail"), -N * sp.Symbol("kl")), bool(holds)
