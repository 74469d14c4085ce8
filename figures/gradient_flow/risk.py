"""Test and training risk of gradient flow below, at and above load 1, with signal variance 3 and noise variance 1.

Solid lines: limit of many samples and features. Dashed lines: with the first correction in 1 / n_features for 12
features, at load 1 while time stays below a quarter of n_features squared. Points: means over 1000 Gaussian designs
with 12 features (seeds 0, 1, 2; teacher and noise averaged exactly), with standard errors smaller than the marker.
Stars: the best time to stop. At load 1 the test risk grows as the root of time.
"""

import matplotlib.pyplot as plt
import numpy as np

from theorysim import gradient_flow

LOADS = (0.5, 1.0, 2.0)
SIZE, TRIALS = 12, 1000
VARIANCES = {"signal_variance": 3.0, "noise_variance": 1.0}
FIELDS = ("test", "train")
LABELS = ("test risk", "training risk")


def data():
    """Return lines on a fine grid of times and means with standard errors on a coarse one."""
    time, points = np.geomspace(0.03, 300, 200), np.geomspace(0.03, 300, 13)
    found = {"time": time, "points": points}
    for seed, load in enumerate(LOADS):
        limit = gradient_flow.risk(time, load, **VARIANCES)
        correction = gradient_flow.finite_size_correction(time, load, **VARIANCES)
        simulated = gradient_flow.simulate_risk(points, load, **VARIANCES, size=SIZE, trials=TRIALS, seed=seed)
        for field in FIELDS:
            found[f"{field}_{load}"] = getattr(limit, field)
            found[f"{field}_corrected_{load}"] = getattr(limit, field) + getattr(correction, field) / SIZE
            found[f"{field}_mean_{load}"] = getattr(simulated, field).mean(0)
            found[f"{field}_error_{load}"] = getattr(simulated, field).std(0, ddof=1) / np.sqrt(TRIALS)
        best = gradient_flow.optimal_stopping_time(load, **VARIANCES)
        found[f"best_{load}"] = np.array([best, gradient_flow.risk(best, load, **VARIANCES).test])
    return found


def draw(data):
    """Draw one panel for each load."""
    figure, axes = plt.subplots(1, 3, figsize=(7.0, 2.5), sharey=True)
    for axis, load, relation in zip(axes, LOADS, ("below", "at", "above")):
        early = data["time"] < (SIZE**2 / 4 if load == 1 else np.inf)
        for color, field, label, marker in zip(("C0", "C1"), FIELDS, LABELS, "os"):
            axis.plot(data["time"], data[f"{field}_{load}"], color=color, label=label)
            axis.plot(
                data["time"][early], data[f"{field}_corrected_{load}"][early], color=color, linestyle=(0, (3, 1.5))
            )
            axis.errorbar(
                data["points"],
                data[f"{field}_mean_{load}"],
                data[f"{field}_error_{load}"],
                fmt=marker,
                color=color,
                markerfacecolor="white",
                zorder=3,
            )
        axis.plot(*data[f"best_{load}"], marker="*", markersize=7, color="black", linestyle="none", zorder=4)
        axis.axhline(1.0, color="0.6", linewidth=0.6, linestyle=":", zorder=0)
        axis.set(xscale="log", ylim=(0, 6.2), xlabel=r"time $t$ (steps $\times$ rate)")
        axis.set_title(f"{relation} load 1: $n/p$ = {load:g}")
    axes[0].set_ylabel("mean squared error")
    axes[0].text(0.035, 1.08, "noise", color="0.4", fontsize=7)
    axes[0].plot([], [], color="0.3", linestyle=(0, (3, 1.5)), label="to order $1/p$, $p = 12$")
    axes[0].plot([], [], color="black", marker="*", markersize=7, linestyle="none", label="best stop")
    axes[0].legend(loc="upper left", fontsize=7, ncols=2, columnspacing=1.0)
    return figure
