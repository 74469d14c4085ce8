"""What the exact bound of one predictor gains over relative entropy and over Hoeffding's inequality.

Left: gap between the upper risk at delta = 0.05 and a share of 5 % errors, against the number of test samples. Right:
share of 20000 simulated test sets of 40 samples on which the upper risk at delta = 0.05 misses the risk (points, two
standard errors; seed 0), the same by summing the binomial law (lines), and the promise (gray), which only the exact
bound attains.
"""

import math

import matplotlib.pyplot as plt
import numpy as np

from theorysim import montecarlo, pac_bayes

SAMPLES, TRIALS, FAILURE, SHARE = 40, 20_000, 0.05, 0.05


def data():
    """Return gaps of three bounds, and failure rates by summation and by simulation."""
    log_failure = math.log(FAILURE)
    sizes = np.unique(20 * np.round(10 ** np.linspace(0, 4, 60)))
    counts = np.arange(SAMPLES + 1)
    upper = {
        "exact": pac_bayes.binomial_tail_inverse(SAMPLES, counts, log_failure_probability=log_failure).risk,
        "entropy": pac_bayes.kl_inverse(counts / SAMPLES, -log_failure / SAMPLES).risk,
    }
    risks, tried = np.linspace(0.0005, 0.9995, 1999), np.linspace(0.04, 0.96, 24)
    coefficients = np.array([math.comb(SAMPLES, k) for k in counts], dtype=float)
    law = coefficients * risks[:, None] ** counts * (1 - risks[:, None]) ** (SAMPLES - counts)
    drawn = np.stack([rng.binomial(SAMPLES, tried) for rng in montecarlo.streams(TRIALS, 0)])
    return {
        "sizes": sizes,
        "exact": pac_bayes.binomial_tail_inverse(
            sizes, np.round(SHARE * sizes), log_failure_probability=log_failure
        ).gap,
        "entropy": pac_bayes.kl_inverse(SHARE, -log_failure / sizes).gap,
        "hoeffding": np.sqrt(-log_failure / (2 * sizes)),
        "risks": risks,
        "tried": tried,
        **{f"{name} fails": (law * (bound < risks[:, None])).sum(axis=1) for name, bound in upper.items()},
        **{f"{name} failed": (bound[drawn] < tried).mean(axis=0) for name, bound in upper.items()},
    }


def draw(data):
    """Return the figure."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(7.0, 2.7))
    names = {"exact": "binomial tail", "entropy": "relative entropy", "hoeffding": "Hoeffding"}
    for name, style in zip(names, ("-", "--", ":")):
        left.loglog(data["sizes"], data[name], linestyle=style, label=names[name])
    left.set(xlabel="test samples $n$", ylabel="upper risk minus share of errors")
    left.legend()
    for k, name in enumerate(("exact", "entropy")):
        right.plot(data["risks"], data[f"{name} fails"], color=f"C{k}", linewidth=0.6)
        share = data[f"{name} failed"]
        error = 2 * np.sqrt(share * (1 - share) / TRIALS)
        right.errorbar(data["tried"], share, error, fmt="o", color=f"C{k}", label=names[name])
    right.axhline(FAILURE, color="0.6", linewidth=0.8)
    right.set(xlim=(0, 1), ylim=(0, 0.065), xlabel="risk $p$", ylabel=f"failure rate, {SAMPLES} samples")
    right.legend(loc="upper center", ncols=2)
    return figure
