"""What training data say of the test risk: generalized cross-validation and leave-one-out against the ridge.

Gaussian features with eigenvalues i^-1.5 (400 of them), targets with energies proportional to i^-1.5 and noise of
variance 0.1, n = 100 training points. Lines: predicted test and training risk (a), and effective ridge (b). Points:
means over 60 training sets with standard errors (seed 0): the true test risk, the two estimates from training data, the
training error, and the effective ridge 1 / tr (K + ridge)^-1. The training error says nothing of the test risk at small
ridge; both estimates follow the test risk down to ridge 0, marked at the left edge.
"""

import math

import numpy as np

from theorysim import montecarlo, ridge, spectra

SAMPLES, NOISE_VARIANCE, TRIALS = 100, 0.1, 60
SPECTRUM = spectra.Spectrum.power_law(1.5, 400, signal_exponent=1.5)
RIDGES = np.concatenate([[0.0], np.geomspace(1e-4, 30, 12)])
FIELDS = ("test", "gcv", "leave_one_out", "train", "kappa")


def data():
    line = np.geomspace(1e-5, 60, 200)
    predicted = ridge.risk(SPECTRUM, SAMPLES, ridge=line, noise_variance=NOISE_VARIANCE)
    found = {"line_ridge": line, "ridge": RIDGES, "line_test": predicted.test, "line_train": predicted.train}
    found["line_kappa"] = predicted.kappa
    measured = montecarlo.collect(_one_trial, trials=TRIALS, seed=0)
    for column, field in enumerate(FIELDS):
        found[field] = measured[:, column].mean(axis=0)
        found[f"{field}_error"] = measured[:, column].std(axis=0, ddof=1) / math.sqrt(TRIALS)
    return found


def _one_trial(rng):
    features = rng.standard_normal((SAMPLES, SPECTRUM.eigenvalues.size))
    weights = np.sqrt(SPECTRUM.signal) * rng.choice([-1.0, 1.0], SPECTRUM.signal.size)
    targets = features @ weights + math.sqrt(NOISE_VARIANCE) * rng.standard_normal(SAMPLES)
    matrix = (features * SPECTRUM.eigenvalues) @ features.T
    estimate = ridge.gcv(matrix, targets, RIDGES)
    left_out = ridge.leave_one_out(matrix, targets, RIDGES).mean_square
    true, train = np.empty(RIDGES.size), np.empty(RIDGES.size)
    for place, strength in enumerate(RIDGES):
        dual = np.linalg.solve(matrix + strength * np.eye(SAMPLES), targets)
        true[place] = np.sum((weights - SPECTRUM.eigenvalues * (features.T @ dual)) ** 2) + NOISE_VARIANCE
        train[place] = np.mean((strength * dual) ** 2)
    return np.stack([true, estimate.test, left_out, train, estimate.kappa])


def draw(data):
    from matplotlib import pyplot as plt

    figure, (left, right) = plt.subplots(1, 2, figsize=(6.8, 2.8), width_ratios=(1.3, 1))
    at = np.where(data["ridge"] > 0, data["ridge"], 2.2e-5)
    left.plot(data["line_ridge"], data["line_test"], color="C0", label="test risk, predicted")
    left.plot(data["line_ridge"], data["line_train"], color="C1", label="training risk, predicted")
    for field, label, form, color, face, shift in (
        ("test", "test risk, measured", "o", "C0", "C0", 1.0),
        ("gcv", "generalized cross-validation", "s", "C2", "white", 0.88),
        ("leave_one_out", "leave one out", "D", "C3", "white", 1.14),
        ("train", "training error", "o", "C1", "C1", 1.0),
    ):
        style = {"fmt": form, "color": color, "markerfacecolor": face, "label": label}
        left.errorbar(at * shift, data[field], data[f"{field}_error"], **style)
    left.set_ylim(0, 0.75)
    left.set_ylabel("mean squared error")
    left.legend(loc="upper center", fontsize=7, ncols=1)
    right.plot(data["line_ridge"], data["line_kappa"], color="C0", label="predicted")
    right.errorbar(at, data["kappa"], data["kappa_error"], fmt="o", color="C0", label="from training data")
    right.set_yscale("log")
    right.set_ylabel(r"effective ridge $\kappa$")
    right.legend(loc="upper left")
    for panel, letter in ((left, "(a)"), (right, "(b)")):
        panel.set_xscale("log")
        panel.set_xlim(1.2e-5, 60)
        panel.set_xticks([2.2e-5, 1e-3, 1e-1, 1e1], ["0", r"$10^{-3}$", r"$10^{-1}$", r"$10^{1}$"])
        panel.minorticks_off()
        panel.set_xlabel(r"ridge $\delta$")
        panel.set_title(letter, loc="left")
    return figure
