"""What a Gaussian posterior costs against the variance of its prior.

Divergence of isotropic laws in 100 dimensions, posterior variance 0.02, at squared distances 0.5, 5 and 50 of the means
(lines), against the prior variance; means of 20 trials of 64 drawn log density ratios (points, two standard errors,
mostly smaller than the marks; seed 0), the best prior (stars), and the best of a grid with 10 variances a factor e from
1 down, with its price (crosses).
"""

import matplotlib.pyplot as plt
import numpy as np

from theorysim import pac_bayes

D, VARIANCE, DISTANCES = 100, 0.02, (0.5, 5.0, 50.0)
TRIALS = 20


def data():
    """Return divergences along the prior variance, simulated ones, and the best priors."""
    priors, tried = np.geomspace(0.01, 3, 200), np.geomspace(0.015, 2, 9)
    distances = np.array(DISTANCES)
    tables = [
        [
            pac_bayes.simulate_gaussian_kl(s, D, variance=VARIANCE, prior_variance=p, trials=TRIALS, seed=0)
            for p in tried
        ]
        for s in DISTANCES
    ]
    tables = np.array(tables)
    best = pac_bayes.optimal_prior_variance(distances, D, variance=VARIANCE)
    grid = pac_bayes.prior_grid(distances, D, variance=VARIANCE, largest_variance=1.0, steps_per_e=10)
    return {
        "priors": priors,
        "divergence": pac_bayes.gaussian_kl(distances[:, None], D, variance=VARIANCE, prior_variance=priors),
        "tried": tried,
        "mean": tables.mean(axis=2),
        "error": 2 * tables.std(axis=2, ddof=1) / np.sqrt(TRIALS),
        "best": np.array([best.prior_variance, best.kl_divergence]),
        "grid": np.array([grid.prior_variance, grid.kl_divergence + grid.penalty]),
    }


def draw(data):
    """Return the figure."""
    figure, axes = plt.subplots()
    for k, distance in enumerate(DISTANCES):
        axes.loglog(data["priors"], data["divergence"][k], color=f"C{k}", label=rf"$|\Delta m|^2 = {distance:g}$")
        axes.errorbar(data["tried"], data["mean"][k], data["error"][k], fmt="o", color=f"C{k}")
        axes.plot(*data["best"][:, k], "*", color="k", markersize=7, zorder=5)
        axes.plot(*data["grid"][:, k], "x", color="k", markersize=5, zorder=5)
    axes.set(xlabel="prior variance $v_0$", ylabel="divergence (nats)", ylim=(5, 4e3))
    axes.legend()
    return figure
