"""Coverage of two intervals of nominal 95 % for the dimension of a flat torus, and bias on Gaussian points.

Left: share of 300 tori of 400 points (seeds 0 to 2, bars one standard error) whose dimension lies in the interval for
independent ratios, and in that from the standard error that counts dependence. Right: mean estimate on 5 standard
normal sets of 1000 points (seeds 0 to 4), with standard errors: low at large dimension.
"""

import matplotlib.pyplot as plt
import numpy as np

from theorysim import dimension

TORI, TRIALS = (1, 2, 3), 300
GAUSSIANS = (2, 5, 10, 20, 50)


def data():
    """Return coverages on tori and means on Gaussian sets."""
    naive, honest = [], []
    for seed, d in enumerate(TORI):
        found = dimension.simulate_two_nn(d, n_points=400, trials=TRIALS, seed=seed)
        naive.append(np.mean((found.low < d) & (d < found.high)))
        honest.append(np.mean(np.abs(found.dimension - d) < 1.96 * found.standard_error))
    estimates = np.array(
        [
            [dimension.two_nn(np.random.default_rng(seed).standard_normal((1000, d))).dimension for seed in range(5)]
            for d in GAUSSIANS
        ]
    )
    return {
        "naive": np.array(naive),
        "honest": np.array(honest),
        "mean": estimates.mean(1),
        "error": estimates.std(1, ddof=1) / np.sqrt(5),
    }


def draw(data):
    """Draw coverage and bias."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(7.0, 2.7))
    for name, label, marker in (("honest", "dependence counted", "o"), ("naive", "independent ratios", "s")):
        share = data[name]
        left.errorbar(TORI, share, np.sqrt(share * (1 - share) / TRIALS), fmt=marker, label=label)
    left.axhline(0.95, color="0.4", linestyle=":")
    left.set(xlabel="dimension $d$ of the torus", ylabel="coverage", ylim=(0.8, 1.0), xticks=TORI)
    left.legend(loc="lower left")
    right.plot(GAUSSIANS, GAUSSIANS, color="0.4", linestyle=":", label="unbiased")
    right.errorbar(GAUSSIANS, data["mean"], data["error"], fmt="o", label="1000 Gaussian points")
    right.set(xscale="log", yscale="log", xlabel="dimension $d$", ylabel=r"estimate $\hat d$")
    right.set_xticks(GAUSSIANS, GAUSSIANS)
    right.set_yticks(GAUSSIANS, GAUSSIANS)
    right.minorticks_off()
    right.legend(loc="upper left")
    return figure
