"""Test risk against load at late time, with best stopping and with best ridge; signal variance 5, noise variance 1.

Left: solid lines, limit of many samples and features; dashed line, the exact mean at late time for 24 features. Points:
means over 200 Gaussian designs with 24 features (seed 0; teacher and noise averaged exactly) with standard errors; at
late time only where these have a finite fourth moment, that is for 8 or more degrees of freedom. Right: by how much the
excess over the noise with best stopping exceeds that with best ridge, for three ratios of signal and noise variance;
points from the same designs for both (seed 1, 100 designs with 96 features), with standard errors.
"""

import matplotlib.pyplot as plt
import numpy as np

from theorysim import gradient_flow

SIZE, TRIALS = 24, 200
LARGE_SIZE, PAIRS = 96, 100
VARIANCES = {"signal_variance": 5.0, "noise_variance": 1.0}
RATIOS = (1.0, 5.0, 50.0)
N_SAMPLES = (3, 6, 9, 12, 16, 32, 40, 48, 72, 120, 240)


def _mean_and_error(values):
    return np.array([values.mean(), values.std(ddof=1) / np.sqrt(len(values))])


def _stopping_and_ridge(load, size, trials, seed, **variances):
    """Return the test risks of the same designs, stopped at the best time and with the best ridge."""
    best_time = gradient_flow.optimal_stopping_time(load, **variances)
    ridge = gradient_flow.optimal_ridge_risk(load, **variances).ridge_per_sample
    settings = {**variances, "size": size, "trials": trials, "seed": seed}
    stopped = gradient_flow.simulate_risk(best_time, load, **settings).test
    return stopped, gradient_flow.simulate_ridge_risk(load, ridge_per_sample=ridge, **settings).test


def data():
    """Return the limits on a fine grid of loads and simulated means with their standard errors on a coarse one."""
    load = np.geomspace(0.1, 10, 400)
    sizes = np.arange(2, 241)
    found = {
        "load": load,
        "late": gradient_flow.plateau(load, **VARIANCES).test,
        "finite_load": sizes / SIZE,
        "finite": gradient_flow.finite_plateau(sizes, SIZE, **VARIANCES).test,
        "points": np.array(N_SAMPLES) / SIZE,
    }
    simulated = {"late": [], "stopping": [], "ridge": []}
    for n_samples in N_SAMPLES:
        settings = {**VARIANCES, "trials": TRIALS, "seed": 0}
        late = gradient_flow.simulate_finite_plateau(n_samples, SIZE, **settings).test
        simulated["late"].append(_mean_and_error(late))
        stopped, ridge = _stopping_and_ridge(n_samples / SIZE, SIZE, TRIALS, 0, **VARIANCES)
        simulated["stopping"].append(_mean_and_error(stopped))
        simulated["ridge"].append(_mean_and_error(ridge))
    found |= {f"{name}_points": np.array(values) for name, values in simulated.items()}
    for ratio in RATIOS:
        variances = {"signal_variance": ratio, "noise_variance": 1.0}
        time = gradient_flow.optimal_stopping_time(load, **variances)
        stopping = gradient_flow.risk(time, load, **variances).test
        ridge = gradient_flow.optimal_ridge_risk(load, **variances).test
        found[f"gap_{ratio}"] = 100 * ((stopping - 1) / (ridge - 1) - 1)
        if ratio == VARIANCES["signal_variance"]:
            found |= {"stopping": stopping, "ridge": ridge}
        gaps = []
        for coarse in (0.25, 0.5, 1.0, 2.0, 4.0):
            pair = _stopping_and_ridge(coarse, LARGE_SIZE, PAIRS, 1, **variances)
            gaps.append(_mean_and_error(100 * ((pair[0] - 1) / (pair[1] - 1) - 1)))
        found[f"gap_points_{ratio}"] = np.array(gaps)
    return found


def draw(data):
    """Draw the risks and the difference between stopping and ridge."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(7.0, 2.7))
    late, points = data["late_points"], data["points"]
    is_tame = np.abs(points * SIZE - SIZE) >= 8
    below = data["load"] < 1
    for side in (below, ~below):
        left.plot(data["load"][side], data["late"][side], color="C0")
    for side in (data["finite_load"] < 0.95, data["finite_load"] > 1.05):
        left.plot(data["finite_load"][side], data["finite"][side], color="C0", linestyle=(0, (3, 1.5)))
    left.errorbar(points[is_tame], *late[is_tame].T, fmt="o", color="C0", markerfacecolor="white", zorder=3)
    left.plot(data["load"], data["stopping"], color="C1")
    left.plot(data["load"], data["ridge"], color="C2", linestyle=(0, (1, 1)), linewidth=1.6)
    left.errorbar(points, *data["stopping_points"].T, fmt="s", color="C1", markerfacecolor="white", zorder=3)
    left.errorbar(
        points, *data["ridge_points"].T, fmt="^", color="C2", markerfacecolor="white", zorder=3, markersize=2.5
    )
    left.plot([], [], "-o", color="C0", markerfacecolor="white", label="late time")
    left.plot([], [], color="C0", linestyle=(0, (3, 1.5)), label="late time, exact, $p = 24$")
    left.plot([], [], "-s", color="C1", markerfacecolor="white", label="best stopping")
    left.plot([], [], ":^", color="C2", markerfacecolor="white", label="best ridge")
    left.set(xscale="log", ylim=(0, 14), xlim=(0.1, 10), xlabel="load $n/p$", ylabel="test risk")
    left.axhline(1.0, color="0.6", linewidth=0.6, linestyle=":", zorder=0)
    left.legend(fontsize=7)
    for color, marker, ratio in zip(("C3", "C1", "C4"), "Dsv", RATIOS):
        right.plot(data["load"], data[f"gap_{ratio}"], color=color)
        gaps = data[f"gap_points_{ratio}"].T
        style = {"fmt": marker, "color": color, "markerfacecolor": "white", "zorder": 3}
        right.errorbar((0.25, 0.5, 1.0, 2.0, 4.0), *gaps, **style, label=rf"$S/\sigma^2$ = {ratio:g}")
    right.set(xscale="log", xlim=(0.1, 10), ylim=(0, 4.2), xlabel="load $n/p$")
    right.set_ylabel("best stopping above best ridge (%)")
    right.legend(fontsize=7)
    return figure
