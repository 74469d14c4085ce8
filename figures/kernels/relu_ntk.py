"""Kernels of wide ReLU networks against the angle between two inputs of unit length.

(a) Arc-cosine functions of degree 0 (step) and 1 (ReLU); points, means over 40 trials of 500 random units, with
standard errors. (b) Tangent kernel and covariance (NNGP) of networks with 1, 2 and 4
hidden layers, weight variance 2, no bias, the tangent kernel divided by its value at angle 0, depth + 1; points, means
over 60 random networks of width 256, with standard errors. One seed, 0, for all simulations.
"""

import math

import numpy as np

from theorysim import kernels

DEPTHS = (1, 2, 4)
WIDTH, NETWORKS, UNITS, TRIALS = 256, 60, 500, 40


def data():
    angle = np.linspace(0.0, math.pi, 201)
    measured_angle = np.linspace(0.0, math.pi, 9)
    units = kernels.simulate_arc_cosine(measured_angle, size=UNITS, trials=TRIALS, seed=0)
    found = {
        "angle": angle,
        "measured_angle": measured_angle,
        "zero": kernels.arc_cosine_zero(angle),
        "one": kernels.arc_cosine_one(angle),
    }
    for name, values in zip(("zero", "one"), units):
        found |= _measured(name, values)
    for depth in DEPTHS:
        for name, theory, simulate, scale in (
            ("ntk", kernels.relu_ntk, kernels.simulate_relu_ntk, depth + 1),
            ("nngp", kernels.relu_nngp, kernels.simulate_relu_nngp, 1),
        ):
            found[f"{name}_{depth}"] = theory([[1.0, 0.0]], _unit(angle), depth=depth)[0] / scale
            settings = {"depth": depth, "size": WIDTH, "trials": NETWORKS, "seed": 0}
            values = simulate([[1.0, 0.0]], _unit(measured_angle), **settings)[:, 0] / scale
            found |= _measured(f"{name}_{depth}", values)
    return found


def draw(data):
    from matplotlib import pyplot as plt

    figure, (left, right) = plt.subplots(1, 2, figsize=(6.8, 2.7), width_ratios=(1, 1))
    for name, label, color in (("zero", r"degree 0, step: $k_0$", "C0"), ("one", r"degree 1, ReLU: $k_1$", "C1")):
        left.plot(data["angle"], data[name], color=color, label=label)
        _points(left, data, name, color=color)
    left.set_ylabel("arc-cosine function")
    left.legend()
    for k, depth in enumerate(DEPTHS):
        for name, style in (("ntk", "-"), ("nngp", "--")):
            right.plot(data["angle"], data[f"{name}_{depth}"], style, color=f"C{k}")
            _points(right, data, f"{name}_{depth}", color=f"C{k}", fill=name == "ntk")
    right.set_ylabel(r"kernel relative to $\theta = 0$")
    _legend(right)
    for panel, letter in ((left, "(a)"), (right, "(b)")):
        panel.set_xlabel(r"angle between inputs $\theta$ (radians)")
        panel.set_xticks(np.linspace(0, math.pi, 5), ["0", r"$\pi/4$", r"$\pi/2$", r"$3\pi/4$", r"$\pi$"])
        panel.set_xlim(-0.07, math.pi + 0.07)
        panel.set_title(letter, loc="left")
    return figure


def _legend(panel):
    from matplotlib.lines import Line2D

    depths = [Line2D([], [], color=f"C{k}", label=f"depth {depth}") for k, depth in enumerate(DEPTHS)]
    kinds = [
        Line2D([], [], color="0.4", marker="o", label="tangent kernel"),
        Line2D([], [], color="0.4", linestyle="--", marker="o", markerfacecolor="white", label="NNGP"),
    ]
    panel.legend(handles=depths + kinds, loc="center left", bbox_to_anchor=(1.0, 0.6))


def _points(panel, data, name, color, fill=True):
    face = color if fill else "white"
    mean, error = data[f"{name}_mean"], data[f"{name}_error"]
    panel.errorbar(data["measured_angle"], mean, error, fmt="o", color=color, markerfacecolor=face)


def _measured(name, values):
    return {f"{name}_mean": values.mean(axis=0), f"{name}_error": values.std(axis=0, ddof=1) / math.sqrt(len(values))}


def _unit(angle):
    return np.stack([np.cos(angle), np.sin(angle)], axis=1)
