"""PAC-Bayes bounds against the number of samples, and against the risk that they bound.

Left: bounds at empirical risk 0.05, divergence 20 nats, delta = 0.05 (Catoni's grid with ratio 1.1; the gray line is
the minimum of Catoni's bounds without a price, which is no bound; unexpected Bernstein for 0-1 losses, at rates 2^-1 to
2^-8). Right: Gibbs posteriors of 60 predictors with risks from 0.05 to 0.15, prior uniform, sharpness 40: means over
400 simulated samples (points, two standard errors, smaller than the marks; seed 0) of the risk, the empirical risk and
three bounds at delta = 0.05.
"""

from typing import NamedTuple

import matplotlib.pyplot as plt
import numpy as np

from theorysim import montecarlo, pac_bayes

RISKS = np.linspace(0.05, 0.15, 60)
TRIALS, FAILURE = 400, 0.05
NAMES = {
    "kl": "relative entropy",
    "quadratic": "quadratic",
    "catoni": "Catoni, grid",
    "bernstein": "unexpected Bernstein",
    "pinsker": "Pinsker",
    "mcallester": "McAllester 1999",
}


class Posterior(NamedTuple):
    """Risk, empirical risk and divergence of a Gibbs posterior."""

    risk: float
    empirical: float
    divergence: float


def _bounds(risk, sizes, divergence):
    given = {"kl_divergence": divergence, "failure_probability": FAILURE}
    rates = 0.5 ** np.arange(1, 9)
    moments = pac_bayes.unexpected_bernstein_bound(
        np.asarray(risk)[..., None],
        sizes[..., None],
        second_moment=np.asarray(risk)[..., None],
        kl_divergence=np.asarray(divergence)[..., None],
        failure_probability=FAILURE,
        rate=rates,
        n_rates=rates.size,
        loss_bound=1.0,
    )
    return {
        "kl": pac_bayes.kl_bound(risk, sizes, **given).value,
        "quadratic": pac_bayes.quadratic_bound(risk, sizes, **given).value,
        "catoni": pac_bayes.catoni_grid_bound(risk, sizes, grid_ratio=1.1, **given).value,
        "bernstein": moments.value.min(axis=-1),
        "pinsker": pac_bayes.pinsker_bound(risk, sizes, **given).value,
        "mcallester": pac_bayes.mcallester_bound(risk, sizes, **given).value,
    }


def _gibbs(n):
    def draw(rng):
        shares = rng.binomial(n, RISKS) / n
        weights = np.exp(-40 * (shares - shares.min()))
        weights /= weights.sum()
        return Posterior(weights @ RISKS, weights @ shares, np.sum(weights * np.log(RISKS.size * weights)))

    return montecarlo.collect(draw, trials=TRIALS, seed=0)


def data():
    """Return bounds along the number of samples, and means over simulated posteriors."""
    sizes = np.round(10 ** np.linspace(1.5, 5, 120))
    few = np.array([50, 100, 200, 400, 800, 1600])
    drawn = [_gibbs(n) for n in few]
    rows = [
        {"risk": d.risk, "empirical": d.empirical} | _bounds(d.empirical, np.full(TRIALS, n), d.divergence)
        for n, d in zip(few, drawn)
    ]
    means = {f"mean {name}": np.array([row[name].mean() for row in rows]) for name in rows[0]}
    errors = {f"error {name}": np.array([2 * row[name].std() / np.sqrt(TRIALS) for row in rows]) for name in rows[0]}
    reference = pac_bayes.catoni_reference(0.05, sizes, kl_divergence=20.0, failure_probability=FAILURE).value
    return {"sizes": sizes, "few": few, "reference": reference, **_bounds(0.05, sizes, 20.0), **means, **errors}


def draw(data):
    """Return the figure."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(7.0, 2.9))
    for name, words in NAMES.items():
        left.loglog(data["sizes"], data[name] - 0.05, label=words)
    left.loglog(data["sizes"], data["reference"] - 0.05, color="0.6", linestyle="--", label="no bound: free Catoni")
    left.set(xlabel="samples $n$", ylabel="bound minus empirical risk", ylim=(2e-3, 2))
    left.legend(fontsize=7)
    shown = {
        "risk": "risk",
        "empirical": "empirical risk",
        "kl": NAMES["kl"],
        "catoni": NAMES["catoni"],
        "pinsker": NAMES["pinsker"],
    }
    for (name, words), color in zip(shown.items(), ("k", "0.5", "C0", "C2", "C4")):
        right.errorbar(data["few"], data[f"mean {name}"], data[f"error {name}"], fmt="o-", color=color, label=words)
    right.set(xscale="log", xlabel="samples $n$", ylabel="mean over samples", ylim=(0, 0.5))
    right.legend()
    return figure
