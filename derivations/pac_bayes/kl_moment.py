r"""The exponential moment of relative entropy: free of the risk, a finite sum, an incomplete gamma function.

K is the number of errors of n samples with risk p; q = k / n.
"""

import sympy as sp

P = sp.Symbol("p", positive=True)
N = sp.Symbol("n_samples", integer=True, positive=True)
K = sp.Symbol("k", integer=True, nonnegative=True)
SIZES = range(1, 9)


def expression():
    """Return the moment as a sum."""
    return {"kl_moment": sp.Sum(sp.binomial(N, K) * (K / N) ** K * (1 - K / N) ** (N - K), (K, 0, N))}


def steps():
    """Return the chain of the derivation; every link is checked here."""
    return (_risk_cancels(), _gamma(), _range(), _stirling())


def _term(n, k):
    q = sp.Rational(k, n)
    return sp.binomial(n, k) * q**k * (1 - q) ** (n - k)


def _sum(n):
    return sum(_term(n, k) for k in range(n + 1))


def _risk_cancels():
    """Multiply each probability by exp(n kl), written as a power to keep it rational."""
    holds = True
    for n in (1, 2, 5):
        for k in range(n + 1):
            q = sp.Rational(k, n)
            exponential = (q / P) ** k * ((1 - q) / (1 - P)) ** (n - k)
            weighted = sp.binomial(n, k) * P**k * (1 - P) ** (n - k) * exponential
            holds = holds and sp.simplify(weighted - _term(n, k)) == 0
    words = "The risk cancels between the probability of k errors and exp(n kl(k / n, p))."
    return words, sp.Eq(sp.Symbol("xi"), expression()["kl_moment"], evaluate=False), holds


def _gamma():
    """Gamma(n + 1, n) = n! exp(-n) times the partial sum of exp(n)."""
    holds = all(
        _sum(n)
        == sp.factorial(n) * sum(sp.Integer(n) ** j / sp.factorial(j) for j in range(n + 1)) / sp.Integer(n) ** n
        for n in SIZES
    )
    gamma = sp.factorial(N) * sp.exp(N) / N**N * sp.uppergamma(N + 1, N) / sp.gamma(N + 1)
    words = "The sum is the partial sum of exp(n) with n + 1 terms, times n! / n^n."
    return words, sp.Eq(sp.Symbol("xi"), gamma, evaluate=False), holds


def _range():
    holds = all(sp.sqrt(n) <= _sum(n) <= 2 * sp.sqrt(n) for n in range(8, 40))
    words = "Maurer's range: between sqrt(n) and 2 sqrt(n) from n = 8 on."
    return words, sp.And(sp.Le(sp.sqrt(N), sp.Symbol("xi")), sp.Le(sp.Symbol("xi"), 2 * sp.sqrt(N))), bool(holds)


def _stirling():
    """Subtract half of n! e^n / n^n at n = 400: what is left is Ramanujan's 2 / 3 - 4 / (135 n) + ...."""
    n = 400
    half = sp.factorial(n) * sp.exp(n) / sp.Integer(n) ** n / 2
    series = sp.Rational(2, 3) - sp.Rational(4, 135) / n + sp.Rational(8, 2835) / n**2 + sp.Rational(16, 8505) / n**3
    difference = sp.N(_sum(n), 40) - sp.N(half, 40) - sp.N(series, 40)
    words = "Half of n! e^n / n^n and Ramanujan's series: the next term is 7e-4 / n^4."
    shown = sp.Symbol("xi") - sp.factorial(N) * sp.exp(N) / N**N / 2
    value = sp.Rational(2, 3) - sp.Rational(4, 135) / N
    return words, sp.Eq(shown, value, evaluate=False), bool(abs(difference + sp.Float("7.12e-4") / n**4) < 1e-14)
