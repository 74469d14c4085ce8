"""Best time to stop gradient flow against the ratio of signal to noise variance.

Left: lines, limit of many samples and features at loads 1/2, 1 and 2; points, means over 100 Gaussian designs with 60
features of the best time of each (seeds 0, 1, 2), with standard errors smaller than the marker. Right, load 2: the
bracket between the best times of the fastest and of the slowest mode, and the limits of weak and of strong signals.
"""

import matplotlib.pyplot as plt
import numpy as np

from theorysim import gradient_flow

LOADS, NAMES, MARKERS = (0.5, 1.0, 2.0), ("1/2", "1", "2"), "os^"
SIZE, TRIALS = 60, 100
BRACKET_LOAD = 2.0


def data():
    """Return the best times, those of single modes at the edges of the spectrum, and the limits."""
    ratio, points = np.geomspace(5e-3, 1e5, 200), np.geomspace(1e-2, 1e3, 6)
    found = {"ratio": ratio, "points": points}
    for seed, load in enumerate(LOADS):
        found[f"time_{load}"] = gradient_flow.optimal_stopping_time(load, signal_variance=ratio, noise_variance=1.0)
        times = gradient_flow.simulate_optimal_stopping_time(
            load, signal_variance=points, noise_variance=1.0, size=SIZE, trials=TRIALS, seed=seed
        )
        found[f"mean_{load}"] = times.mean(0)
        found[f"error_{load}"] = times.std(0, ddof=1) / np.sqrt(TRIALS)
    strength = BRACKET_LOAD * ratio
    low, high = (1 - 1 / np.sqrt(BRACKET_LOAD)) ** 2, (1 + 1 / np.sqrt(BRACKET_LOAD)) ** 2
    found["earliest"], found["latest"] = np.log1p(high * strength) / high, np.log1p(low * strength) / low
    found["weak"] = strength
    found["strong"] = (np.log(low * strength) - 1.5 * np.log(2)) / low
    found["square_strong"] = (1 + np.sqrt(2)) / 4 * ratio
    return found


def draw(data):
    """Draw the times for three loads, and bracket and limits for one."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(7.0, 2.7), sharex=True, sharey=True)
    for index, (load, name, marker) in enumerate(zip(LOADS, NAMES, MARKERS)):
        left.plot(data["ratio"], data[f"time_{load}"], color=f"C{index}")
        style = {"fmt": marker, "color": f"C{index}", "markerfacecolor": "white", "zorder": 3}
        left.errorbar(data["points"], data[f"mean_{load}"], data[f"error_{load}"], label=f"load {name}", **style)
    is_strong = data["ratio"] > 30
    strong = data["ratio"][is_strong]
    left.plot(strong, data["square_strong"][is_strong], color="0.4", linestyle=(0, (3, 1.5)))
    left.text(60, 200, r"$\frac{1+\sqrt{2}}{4}\,\frac{S}{\sigma^2}$", color="0.3", ha="right")
    left.set(xscale="log", yscale="log", ylim=(3e-3, 1e3), xlim=(5e-3, 1e5))
    left.set(xlabel=r"signal to noise variance $S/\sigma^2$", ylabel="best stopping time $t$")
    left.legend(loc="upper left")
    right.fill_between(data["ratio"], data["earliest"], data["latest"], color="C2", alpha=0.15, linewidth=0)
    right.plot(data["ratio"], data["time_2.0"], color="C2", label="load 2")
    right.fill_between([], [], color="C2", alpha=0.15, linewidth=0, label="fastest to slowest mode")
    is_weak = data["ratio"] < 1
    right.plot(data["ratio"][is_weak], data["weak"][is_weak], color="0.4", linestyle=":", label="weak signal")
    style = {"color": "0.4", "linestyle": (0, (3, 1.5)), "label": "strong signal"}
    right.plot(strong, data["strong"][is_strong], **style)
    right.set_xlabel(r"signal to noise variance $S/\sigma^2$")
    right.legend(loc="upper left")
    return figure
