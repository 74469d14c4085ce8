"""Gradient descent with finite learning rates at load 2, signal variance 3 and noise variance 1.

Lines: limit of many samples and features, against steps x rate; the black line is gradient flow. Points: literal
gradient descent on 20 Gaussian designs with 400 features, 64 runs on each with teacher and noise drawn (seed 0), with
standard errors. The largest stable rate is 0.686; above it both risks grow without bound, and ever more of that comes
from the largest eigenvalue, whose fluctuations separate the means of finite designs from the limit.
"""

import matplotlib.pyplot as plt
import numpy as np

from theorysim import gradient_flow

LOAD, SIZE, TRIALS = 2.0, 400, 20
VARIANCES = {"signal_variance": 3.0, "noise_variance": 1.0}
RATES, MARKERS = (0.3, 0.6, 0.75), "os^"
FIRST_TIME, LAST_TIME = 0.15, 15.0


def data():
    """Return the risks of gradient flow in time and of gradient descent after each step."""
    time = np.geomspace(FIRST_TIME, LAST_TIME, 200)
    found = {"time": time, **{f"flow_{n}": v for n, v in gradient_flow.risk(time, LOAD, **VARIANCES)._asdict().items()}}
    for rate in RATES:
        step = np.arange(1, int(LAST_TIME / rate) + 1)
        chosen = np.unique(np.round(np.geomspace(1, step[-1], 9)).astype(int))
        arguments = {"learning_rate": rate, **VARIANCES}
        limit = gradient_flow.discrete_risk(step, LOAD, **arguments)
        runs = gradient_flow.simulate_discrete_risk(chosen, LOAD, **arguments, size=SIZE, trials=TRIALS, seed=0)
        found |= {f"step_time_{rate}": step * rate, f"chosen_time_{rate}": chosen * rate}
        for name in limit._fields:
            found[f"{name}_{rate}"] = getattr(limit, name)
            found[f"{name}_mean_{rate}"] = getattr(runs, name).mean(0)
            found[f"{name}_error_{rate}"] = getattr(runs, name).std(0, ddof=1) / np.sqrt(TRIALS)
    return found


def draw(data):
    """Draw test and training risk side by side."""
    figure, axes = plt.subplots(1, 2, figsize=(7.0, 2.6))
    for axis, name, label in zip(axes, ("test", "train"), ("test risk", "training risk")):
        axis.plot(data["time"], data[f"flow_{name}"], color="black", label="gradient flow", zorder=2.5)
        for index, (rate, marker) in enumerate(zip(RATES, MARKERS)):
            axis.plot(data[f"step_time_{rate}"], data[f"{name}_{rate}"], color=f"C{index}")
            axis.errorbar(
                data[f"chosen_time_{rate}"],
                data[f"{name}_mean_{rate}"],
                data[f"{name}_error_{rate}"],
                fmt=marker,
                color=f"C{index}",
                markerfacecolor="white",
                zorder=3,
                label=f"rate {rate:g}" + (" (unstable)" if rate > 0.686 else ""),
            )
        axis.set(xlabel=r"time (steps $\times$ rate)", ylabel=label, xscale="log", xlim=(FIRST_TIME, LAST_TIME))
    axes[0].set_ylim(1.4, 3.6)
    axes[1].set_ylim(0.3, 3.0)
    axes[0].legend(fontsize=7)
    return figure
