"""Upper and lower risks by inverse relative entropy, and how often they fail.

Left: the risks within a budget of c = 0.01, 0.1 and 0.5 nats per sample of an empirical risk (solid) and Pinsker's
relaxation, empirical risk +- sqrt(c / 2) (dashed). Right: share of 20000 simulated test sets of 40 samples on which the
upper or the lower risk at c = ln(20) / 40 misses the risk (points, two standard errors; seed 0), the same by summing
the binomial law (lines), and the promise of 5 % for one side (gray).
"""

import math

import matplotlib.pyplot as plt
import numpy as np

from theorysim import montecarlo, pac_bayes

SAMPLES, TRIALS, FAILURE = 40, 20_000, 0.05
BUDGETS = (0.01, 0.1, 0.5)


def data():
    """Return curves of both inverses, and failure rates by summation and by simulation."""
    shares = np.linspace(0, 1, 401)
    budgets = np.array(BUDGETS)[:, None]
    counts = np.arange(SAMPLES + 1)
    budget = math.log(1 / FAILURE) / SAMPLES
    upper = pac_bayes.kl_inverse(counts / SAMPLES, budget).risk
    lower = pac_bayes.kl_inverse_lower(counts / SAMPLES, budget).risk
    risks, tried = np.linspace(0.0005, 0.9995, 1999), np.linspace(0.04, 0.96, 24)
    coefficients = np.array([math.comb(SAMPLES, k) for k in counts], dtype=float)
    law = coefficients * risks[:, None] ** counts * (1 - risks[:, None]) ** (SAMPLES - counts)
    drawn = np.stack([rng.binomial(SAMPLES, tried) for rng in montecarlo.streams(TRIALS, 0)])
    return {
        "shares": shares,
        "upper": pac_bayes.kl_inverse(shares, budgets).risk,
        "lower": pac_bayes.kl_inverse_lower(shares, budgets).risk,
        "risks": risks,
        "upper fails": (law * (upper < risks[:, None])).sum(axis=1),
        "lower fails": (law * (lower > risks[:, None])).sum(axis=1),
        "tried": tried,
        "upper failed": (upper[drawn] < tried).mean(axis=0),
        "lower failed": (lower[drawn] > tried).mean(axis=0),
    }


def draw(data):
    """Return the figure."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(7.0, 2.7))
    for k, budget in enumerate(BUDGETS):
        color = f"C{k}"
        left.plot(data["shares"], data["upper"][k], color=color, label=f"$c = {budget:g}$")
        left.plot(data["shares"], data["lower"][k], color=color)
        for sign in (-1, 1):
            pinsker = data["shares"] + sign * math.sqrt(budget / 2)
            left.plot(data["shares"], pinsker, color=color, linestyle="--", linewidth=0.7)
    left.set(xlim=(0, 1), ylim=(0, 1), xlabel="empirical risk $q$", ylabel=r"risk $p$ with kl$(q\|p) \leq c$")
    left.legend(loc="lower right")
    for k, side in enumerate(("upper", "lower")):
        right.plot(data["risks"], data[f"{side} fails"], color=f"C{k}", linewidth=0.8)
        share = data[f"{side} failed"]
        error = 2 * np.sqrt(share * (1 - share) / TRIALS)
        right.errorbar(data["tried"], share, error, fmt="o", color=f"C{k}", label=f"{side} risk misses")
    right.axhline(FAILURE, color="0.6", linewidth=0.8)
    right.set(xlim=(0, 1), ylim=(0, 0.065), xlabel="risk $p$", ylabel=f"failure rate, {SAMPLES} samples")
    right.legend(loc="upper center", ncols=2)
    return figure
