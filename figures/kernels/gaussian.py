"""Gaussian and Laplace kernels against distance, in ten dimensions, and as mean cosines of random frequencies.

Lines: the kernels; points: means over 60 trials of 200 random frequencies each, normal for the Gaussian kernel and
multivariate Cauchy for the Laplace kernel, with standard errors. Seed 0 for both.
"""

import math

import numpy as np

from theorysim import kernels

DIMENSION, FREQUENCIES, TRIALS = 10, 200, 60


def data():
    distance, measured_distance = np.linspace(0.0, 4.0, 161), np.linspace(0.25, 4.0, 16)
    found = {"distance": distance, "measured_distance": measured_distance}
    origin = np.zeros((1, DIMENSION))
    for name, theory, simulate in (
        ("gaussian", kernels.gaussian, kernels.simulate_gaussian),
        ("laplace", kernels.laplace, kernels.simulate_laplace),
    ):
        found[name] = theory(origin, _at(distance), length_scale=1.0)[0]
        settings = {"length_scale": 1.0, "size": FREQUENCIES, "trials": TRIALS, "seed": 0}
        values = simulate(origin, _at(measured_distance), **settings)[:, 0]
        found[f"{name}_mean"] = values.mean(axis=0)
        found[f"{name}_error"] = values.std(axis=0, ddof=1) / math.sqrt(TRIALS)
    return found


def draw(data):
    from matplotlib import pyplot as plt

    figure, panel = plt.subplots()
    for name, label, color in (
        ("gaussian", r"Gaussian, $e^{-d^2 / 2\ell^2}$", "C0"),
        ("laplace", r"Laplace, $e^{-d / \ell}$", "C1"),
    ):
        panel.plot(data["distance"], data[name], color=color, label=label)
        panel.errorbar(data["measured_distance"], data[f"{name}_mean"], data[f"{name}_error"], fmt="o", color=color)
    panel.set_xlabel(r"distance over length scale $d / \ell$")
    panel.set_ylabel("kernel")
    panel.legend()
    return figure


def _at(distance):
    direction = np.full(DIMENSION, 1 / math.sqrt(DIMENSION))
    return distance[:, None] * direction
