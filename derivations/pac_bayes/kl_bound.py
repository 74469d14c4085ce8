r"""PAC-Bayes in relative entropy: a change of measure, convexity, Markov's inequality, and what they leave to pay.

Predictors h have prior pi and posterior rho; q and L are empirical and true risk.
"""

import sympy as sp

N, XI, DELTA, KL = sp.symbols("n_samples xi failure_probability kl_divergence", positive=True)
Q, T = sp.symbols("empirical_risk risk", positive=True)
PRIOR = (sp.Rational(1, 2), sp.Rational(1, 3), sp.Rational(1, 6))


def expression():
    """Return the budget of the bound, its inverse in the number of samples, and the budget of a single draw."""
    ratio = sp.Symbol("log_density_ratio", real=True)
    return {
        "budget": (KL + sp.log(XI / DELTA)) / N,
        "one predictor": (KL + sp.log(1 / DELTA)) / _entropy(Q, T),
        "single draw": (sp.Max(0, ratio) + sp.log(XI / DELTA)) / N,
    }


def steps():
    """Return the chain of the derivation; every link is checked here."""
    return (_change_of_measure(), _optimum(), _convexity(), _markov(), _single_draw(), _sample_size())


def _entropy(q, p):
    return q * sp.log(q / p) + (1 - q) * sp.log((1 - q) / (1 - p))


def _divergence(rho):
    return sum(r * sp.log(r / p) for r, p in zip(rho, PRIOR))


def _change_of_measure():
    """KL(rho, pi) - E_rho f + ln E_pi exp(f) is KL(rho, Gibbs), which is never negative."""
    f = sp.symbols("f1:4", real=True)
    r1, r2 = sp.symbols("r1 r2", positive=True)
    rho = (r1, r2, 1 - r1 - r2)
    total = sum(p * sp.exp(x) for p, x in zip(PRIOR, f))
    gibbs = [p * sp.exp(x) / total for p, x in zip(PRIOR, f)]
    to_gibbs = sum(r * sp.log(r / g) for r, g in zip(rho, gibbs))
    left = _divergence(rho) - sum(r * x for r, x in zip(rho, f)) + sp.log(total)
    at = {f[0]: sp.Rational(1, 3), f[1]: -2, f[2]: sp.Rational(5, 7), r1: sp.Rational(1, 5), r2: sp.Rational(1, 2)}
    words = "Donsker and Varadhan: E_rho f <= KL(rho, pi) + ln E_pi exp(f); what is left is KL(rho, Gibbs posterior)."
    shown = sp.Eq(sp.Symbol("KL") - sp.Symbol("E_rho f") + sp.Symbol("ln E_pi e^f"), sp.Symbol("KL_to_Gibbs"))
    return words, shown, bool(abs(sp.N((left - to_gibbs).subs(at), 40)) < sp.Float("1e-35"))


def _optimum():
    losses, temperature = (sp.Rational(1, 10), sp.Rational(2, 5), sp.Rational(7, 10)), sp.Integer(3)
    weights = [p * sp.exp(-temperature * loss) for p, loss in zip(PRIOR, losses)]
    gibbs = [w / sum(weights) for w in weights]
    value = _divergence(gibbs) + temperature * sum(r * loss for r, loss in zip(gibbs, losses))
    words = "At the Gibbs posterior KL + lambda E_rho q is minus the log of E_pi exp(-lambda q), exactly."
    shown = sp.Eq(sp.Symbol("min"), -sp.Symbol("ln E_pi e^(-lambda q)"))
    return words, shown, bool(abs(sp.N(value + sp.log(sum(weights)), 40)) < sp.Float("1e-35"))


def _convexity():
    """Differentiate twice: the diagonal is positive, and the determinant a square over positive factors."""
    hessian = sp.hessian(_entropy(Q, T), (Q, T))
    determinant = sp.factor(sp.simplify(hessian.det()))
    wanted = (Q - T) ** 2 / (Q * (1 - Q) * T**2 * (1 - T) ** 2)
    words = "kl is jointly convex, so kl(E_rho q, E_rho L) <= E_rho kl(q, L)."
    return words, sp.Eq(sp.Symbol("det"), wanted, evaluate=False), sp.simplify(determinant - wanted) == 0


def _markov():
    moment = XI / DELTA
    solved = sp.expand_log((KL + sp.log(moment)) / N - expression()["budget"])
    words = "Markov: with probability 1 - delta E_pi exp(n kl) is below xi / delta, as its mean is xi for every h."
    return words, sp.Le(sp.Symbol("kl(q, L)"), expression()["budget"]), sp.simplify(solved) == 0


def _single_draw():
    """E_{h ~ rho} exp(n kl - ln(rho / pi)) = E_pi exp(n kl)."""
    r1, r2 = sp.symbols("r1 r2", positive=True)
    values = sp.symbols("v1:4", positive=True)
    rho = (r1, r2, 1 - r1 - r2)
    left = sum(r * v / (r / p) for r, p, v in zip(rho, PRIOR, values))
    right = sum(p * v for p, v in zip(PRIOR, values))
    words = "For one draw the density ratio turns the posterior mean into the prior mean before Markov is applied."
    return words, sp.Eq(sp.Symbol("E_rho"), sp.Symbol("E_pi")), sp.simplify(left - right) == 0


def _sample_size():
    size = expression()["one predictor"]
    reached = (KL + sp.log(1 / DELTA)) / size - _entropy(Q, T)
    words = "The number of samples at which a budget meets kl(q, t)."
    return words, sp.Eq(N, size), sp.simplify(reached) == 0
