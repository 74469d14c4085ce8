"""Eigenvalues of X^T X / n_samples for white Gaussian X and the Marchenko-Pastur law.

Left, density of the bulk; right, distribution function, which starts at the atom 1 - 1/r when there are more features
than samples. Lines: the law at ratios r = n_features / n_samples of 1/4, 1 and 5/2. Points: 40 matrices with 200
samples (seeds 0, 1, 2), shares of eigenvalues in bins and below thresholds, with standard errors over the matrices
(mostly smaller than the marker).
"""

import matplotlib.pyplot as plt
import numpy as np

from theorysim import spectra

RATIOS = (0.25, 1.0, 2.5)
NAMES = ("1/4", "1", "5/2")
MARKERS = ("o", "s", "^")
N_SAMPLES, TRIALS = 200, 40
BINS = 14


def data():
    """Return, for each ratio, lines of the law and shares of eigenvalues with their standard errors."""
    found = {}
    for seed, ratio in enumerate(RATIOS):
        law = spectra.MarchenkoPastur(ratio)
        low, high = law.support
        eigenvalues = law.simulate_eigenvalues(N_SAMPLES, trials=TRIALS, seed=seed)
        angle = np.linspace(0, np.pi, 400)
        line = low + (high - low) * np.sin(angle / 2) ** 2
        edges = np.linspace(low, high, BINS + 1)
        share_below = np.mean(eigenvalues[:, None, :] <= edges[:, None], axis=-1)
        bins = np.diff(share_below, axis=-1) / np.diff(edges)
        found[f"line_{ratio}"] = line[1:]
        found[f"density_{ratio}"] = law.density(line[1:])
        found[f"cdf_{ratio}"] = law.cdf(line[1:])
        found[f"edges_{ratio}"] = edges
        for name, values in (("bins", bins), ("below", share_below)):
            found[f"{name}_{ratio}"] = np.mean(values, axis=0)
            found[f"{name}_error_{ratio}"] = np.std(values, axis=0, ddof=1) / np.sqrt(TRIALS)
        found[f"atom_{ratio}"] = law.atom
    return found


def draw(data):
    """Draw density and distribution function side by side."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(7.0, 2.6))
    for index, (ratio, name, marker) in enumerate(zip(RATIOS, NAMES, MARKERS)):
        style = {"fmt": marker, "color": f"C{index}", "markerfacecolor": "white", "zorder": 3}
        edges, line = data[f"edges_{ratio}"], data[f"line_{ratio}"]
        centers = (edges[1:] + edges[:-1]) / 2
        left.plot(line, data[f"density_{ratio}"], color=f"C{index}")
        left.errorbar(centers, data[f"bins_{ratio}"], data[f"bins_error_{ratio}"], label=f"$r$ = {name}", **style)
        atom, last = data[f"atom_{ratio}"], edges[-1]
        right.plot(
            np.concatenate([[-0.7, 0.0, 0.0], line, [last, 7.0]]),
            np.concatenate([[0.0, 0.0, atom], data[f"cdf_{ratio}"], [1.0, 1.0]]),
            color=f"C{index}",
        )
        right.errorbar(edges, data[f"below_{ratio}"], data[f"below_error_{ratio}"], **style)
    left.set(xlim=(0, 7), ylim=(0, 1.15), xlabel="eigenvalue $x$", ylabel=r"density $\rho(x)$")
    right.set(xlim=(-0.7, 7), ylim=(0, 1.03), xlabel="eigenvalue $x$", ylabel="distribution function $F(x)$")
    right.text(-0.08, 0.3, "atom $1 - 1/r$", rotation=90, ha="right", va="center", color="C2", fontsize=8)
    left.legend(title="features / samples")
    return figure
