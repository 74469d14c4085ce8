r"""The divergence of Gaussian laws: one coordinate by integration, many by addition, low rank by two lemmas.

v and v0 are the variances of posterior and prior, delta the difference of their means, d the number of dimensions.
"""

import sympy as sp

X, SHIFT = sp.symbols("x shift", real=True)
V, PRIOR, DISTANCE, D = sp.symbols("variance prior_variance squared_distance n_dimensions", positive=True)


def expression():
    """Return the divergence of isotropic laws, the best prior variance and what remains."""
    ratio = V / PRIOR
    return {
        "gaussian_kl": D / 2 * (ratio - 1 - sp.log(ratio)) + DISTANCE / (2 * PRIOR),
        "best prior variance": V + DISTANCE / D,
        "least divergence": D / 2 * sp.log(1 + DISTANCE / (D * V)),
    }


def steps():
    """Return the chain of the derivation; every link is checked here."""
    return (_coordinate(), _sum(), _best(), _least(), _weights(), _woodbury(), _determinant(), _convex())


def _one(v, prior, shift):
    return (v / prior - 1 - sp.log(v / prior) + shift**2 / prior) / 2


def _coordinate():
    density = sp.exp(-((X - SHIFT) ** 2) / (2 * V)) / sp.sqrt(2 * sp.pi * V)
    log_ratio = -((X - SHIFT) ** 2) / (2 * V) - sp.log(V) / 2 + X**2 / (2 * PRIOR) + sp.log(PRIOR) / 2
    mean = sp.integrate(sp.expand(log_ratio) * density, (X, -sp.oo, sp.oo))
    difference = sp.simplify(sp.expand_log(sp.simplify(mean - _one(V, PRIOR, SHIFT)), force=True))
    words = "One coordinate: the mean of the log density ratio under the posterior."
    return words, sp.Eq(sp.Symbol("KL_1"), _one(V, PRIOR, SHIFT), evaluate=False), difference == 0


def _sum():
    """Rotate the difference of the means into one coordinate; d - 1 others have none."""
    total = _one(V, PRIOR, sp.sqrt(DISTANCE)) + (D - 1) * _one(V, PRIOR, 0)
    difference = sp.simplify(sp.expand(total - expression()["gaussian_kl"]))
    words = "d coordinates add up; isotropic laws see only the length of the difference."
    return words, sp.Eq(sp.Symbol("KL"), expression()["gaussian_kl"], evaluate=False), difference == 0


def _best():
    slope = sp.diff(expression()["gaussian_kl"], PRIOR).subs(PRIOR, expression()["best prior variance"])
    words = "The derivative by the prior variance vanishes at one point."
    return words, sp.Eq(PRIOR, expression()["best prior variance"]), sp.simplify(slope) == 0


def _least():
    value = expression()["gaussian_kl"].subs(PRIOR, expression()["best prior variance"])
    difference = sp.simplify(sp.expand_log(sp.simplify(value - expression()["least divergence"]), force=True))
    words = "What remains at the best variance."
    return words, sp.Eq(sp.Symbol("KL*"), expression()["least divergence"]), sp.simplify(difference) == 0


def _weights():
    j = sp.Symbol("j", integer=True, positive=True)
    total = sp.summation(6 / (sp.pi * j) ** 2, (j, 1, sp.oo))
    words = "The weights 6 / (pi j)^2 of a grid of priors sum to 1: prior j costs ln(pi^2 j^2 / 6)."
    return words, sp.Eq(sp.Symbol("sum"), total), sp.simplify(total - 1) == 0


def _matrices():
    a, b, p, q = sp.symbols("a b p q", positive=True)
    u = sp.Matrix([p, q])
    return sp.diag(a, b), u, sp.diag(a, b) + u * u.T


def _woodbury():
    diagonal, u, full = _matrices()
    scaled = diagonal.inv() * u
    capacitance = 1 + (u.T * scaled)[0]
    difference = (full.inv() - (diagonal.inv() - scaled * scaled.T / capacitance)).applyfunc(sp.simplify)
    words = "Inverse of a diagonal plus low rank by Woodbury's formula, here for rank 1."
    shown = sp.Eq(sp.Symbol("Sigma^-1"), sp.Symbol("D^-1 - D^-1 U C^-1 U^T D^-1"), evaluate=False)
    return words, shown, difference == sp.zeros(2, 2)


def _determinant():
    diagonal, u, full = _matrices()
    difference = sp.simplify(full.det() - diagonal.det() * (1 + (u.T * diagonal.inv() * u)[0]))
    words = "Its determinant by the matrix determinant lemma."
    shown = sp.Eq(sp.Symbol("det Sigma"), sp.Symbol("det D") * sp.Symbol("det C"), evaluate=False)
    return words, shown, difference == 0


def _convex():
    t = sp.Symbol("t", real=True)
    second = sp.diff(expression()["gaussian_kl"].subs(PRIOR, sp.exp(-t)), t, 2)
    wanted = (D * V + DISTANCE) * sp.exp(t) / 2
    words = "Along a geometric grid the divergence is convex, with an exponential second derivative."
    return words, sp.Eq(sp.Symbol("KL''"), wanted, evaluate=False), sp.simplify(second - wanted) == 0
