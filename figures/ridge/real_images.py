"""Kernel ridge regression on images: the curve predicted from a pool's kernel matrix, and the measured one.

(a) The 1797 digits of 8 x 8 pixels of scikit-learn, one-hot classes as targets, tangent kernel of a ReLU network with
one hidden layer. (b) 2500 non-overlapping 12 x 12 patches of scikit-learn's two photographs, gray in [0, 1]; the target
is the mean of the 2 x 2 pixels in the middle, the inputs are the 128 pixels outside the hidden 4 x 4 block around it,
with a Laplace kernel of length scale 3. Inputs and targets are centered on the pool, kernels divided by their mean
diagonal.

Lines: `ridge.predict_learning_curve` on the whole pool of M points. Points: measured, by training on n random points
and testing on the other M - n; means over 24 draws with standard errors (seed 0). Triangles: the Gaussian surrogate,
independent normal features with the pool's eigenvalues and the target's coefficients, 24 draws (seed 1), carried to the
points held out like the prediction. Errors are relative to the variance of the target. Shaded: n > M / 25, where
`ridge.SmallPool` warns. Below, measured over predicted.

The surrogate follows the lines within sampling error: what departs from them is the data. For the digits measured and
predicted errors agree within 4 % in the white range and, at the larger ridges, in the shaded one; at the smallest ridge
the measured error is 11 % larger at n = 512. For the patches they agree within 6 % for n from 32 to 64, and everywhere
within 4 % at the largest ridge. Beyond, at the smallest ridge, the measured error levels off and the prediction does
not (a factor 1.8 at n = 512): the small eigenvalues of the pool are those of 2500 points, not of the population. At
n = 16 the measured error is 16 % lower at the smaller ridges: few features count there, mostly brightness, and these
are not Gaussian; at n = 4 single draws decide.
"""

import math
import warnings

import numpy as np

from theorysim import kernels, montecarlo, ridge

RIDGES = (1e-3, 1.0, 10.0)
SIZES = (4, 8, 16, 32, 64, 128, 256, 512)
POOL, LENGTH_SCALE = 2500, 3.0
TRIALS, DRAWS = 24, 24
NAMES = ("digits", "patches")
SIDE, HIDDEN = 12, slice(4, 8)


def data():
    found = {"size": np.asarray(SIZES), "line_size": np.geomspace(SIZES[0], 600, 60), "ridge": np.asarray(RIDGES)}
    for name, (matrix, targets) in zip(NAMES, (_digits(), _patches())):
        found |= {f"{name}_{key}": value for key, value in _curves(matrix, targets, found).items()}
    return found


def _curves(matrix, targets, grid):
    matrix = matrix / np.mean(np.diag(matrix))
    variance = np.mean(np.sum(targets**2, axis=1))
    strengths = grid["ridge"][:, None]
    sizes = np.concatenate([grid["line_size"], grid["size"]])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ridge.SmallPool)
        predicted = ridge.predict_learning_curve(matrix, None, targets, sizes, strengths).test / variance
    line, predicted = np.split(predicted, [grid["line_size"].size], axis=1)
    draws = {"trials": TRIALS, "seed": 0}
    measured = ridge.simulate_learning_curve(matrix, None, targets, grid["size"], strengths, **draws).test
    surrogate = _surrogate(matrix, targets)
    found = {"points": len(matrix), "line": line, "predicted": predicted}
    for key, values in (("measured", measured / variance), ("surrogate", surrogate / variance)):
        found[key] = values.mean(axis=0)
        found[f"{key}_error"] = values.std(axis=0, ddof=1) / math.sqrt(len(values))
    return found


def _surrogate(matrix, targets):
    """Measure the held-out error of Gaussian features with the pool's spectrum and coefficients."""
    points = len(matrix)
    eigenvalues, vectors = np.linalg.eigh(matrix / points)
    eigenvalues = np.maximum(eigenvalues, 0.0)
    coefficients = vectors.T @ targets / math.sqrt(points)

    def one_trial(rng):
        errors = np.empty((len(RIDGES), len(SIZES)))
        features = rng.standard_normal((max(SIZES), points))
        values = features @ coefficients
        gram = (features * eigenvalues) @ features.T
        for column, size in enumerate(SIZES):
            for row, strength in enumerate(RIDGES):
                dual = np.linalg.solve(gram[:size, :size] + strength * np.eye(size), values[:size])
                everywhere = np.sum((coefficients - eigenvalues[:, None] * (features[:size].T @ dual)) ** 2)
                training = np.sum((strength * dual) ** 2) / size
                errors[row, column] = (points * everywhere - size * training) / (points - size)
        return errors

    return montecarlo.collect(one_trial, trials=DRAWS, seed=1)


def _digits():
    from sklearn.datasets import load_digits

    digits = load_digits()
    inputs, targets = digits.data / 16, np.eye(10)[digits.target]
    return kernels.relu_ntk(inputs - inputs.mean(axis=0)), targets - targets.mean(axis=0)


def _patches():
    from sklearn.datasets import load_sample_images

    patches = []
    for image in load_sample_images().images:
        gray = image.mean(axis=2) / 255
        rows, columns = (length // SIDE for length in gray.shape)
        tiles = gray[: rows * SIDE, : columns * SIDE].reshape(rows, SIDE, columns, SIDE)
        patches.append(tiles.transpose(0, 2, 1, 3).reshape(-1, SIDE, SIDE))
    patches = np.concatenate(patches)
    patches = patches[np.random.default_rng(0).choice(len(patches), POOL, replace=False)]
    is_seen = np.ones((SIDE, SIDE), dtype=bool)
    is_seen[HIDDEN, HIDDEN] = False
    inputs, targets = patches[:, is_seen], patches[:, 5:7, 5:7].mean(axis=(1, 2))
    matrix = kernels.laplace(inputs - inputs.mean(axis=0), length_scale=LENGTH_SCALE)
    return matrix, (targets - targets.mean())[:, None]


def draw(data):
    from matplotlib import pyplot as plt

    figure, panels = plt.subplots(2, 2, figsize=(6.8, 4.0), sharex=True, height_ratios=(2.2, 1))
    titles = ("(a) digits, ReLU tangent kernel", "(b) image patches, Laplace kernel")
    for name, (upper, lower), title in zip(NAMES, panels.T, titles):
        for row, strength in enumerate(data["ridge"]):
            _draw_curve(upper, data, name, row, f"C{row}", strength)
            ratio = data[f"{name}_measured"][row] / data[f"{name}_predicted"][row]
            error = data[f"{name}_measured_error"][row] / data[f"{name}_predicted"][row]
            lower.errorbar(data["size"] * 1.04 ** (row - 1), ratio, error, fmt="o", color=f"C{row}")
        lower.axhline(1.0, color="0.4", linewidth=0.8)
        upper.set_title(title, loc="left")
        upper.set_yscale("log")
        lower.set_yscale("log")
        lower.set_ylim(0.6, 2.2)
        lower.set_yticks((0.7, 1.0, 1.4, 2.0), ("0.7", "1", "1.4", "2"))
        lower.minorticks_off()
        for panel in (upper, lower):
            panel.set_xscale("log", base=2)
            panel.set_xlim(3.5, 640)
            panel.axvspan(float(data[f"{name}_points"]) / 25, 640, color="0.92", zorder=0, linewidth=0)
        upper.text(600, 0.97, "$n > M / 25$", transform=upper.get_xaxis_transform(), ha="right", va="top", fontsize=8)
        lower.set_xlabel("training points $n$")
        lower.set_xticks(data["size"], [str(size) for size in data["size"]])
    panels[0, 0].set_ylabel("test error / target variance")
    panels[1, 0].set_ylabel("measured / predicted")
    panels[0, 0].set_yticks((0.1, 0.2, 0.5, 1.0), ("0.1", "0.2", "0.5", "1"))
    panels[0, 1].set_yticks((0.02, 0.05, 0.1, 0.2, 0.5, 1.0), ("0.02", "0.05", "0.1", "0.2", "0.5", "1"))
    for panel in panels[0]:
        panel.minorticks_off()
    _legend(panels[0, 0], data)
    return figure


def _draw_curve(panel, data, name, row, color, strength):
    panel.plot(data["line_size"], data[f"{name}_line"][row], color=color)
    for key, form, face in (("surrogate", "^", "white"), ("measured", "o", color)):
        mean, error = data[f"{name}_{key}"][row], data[f"{name}_{key}_error"][row]
        panel.errorbar(data["size"], mean, error, fmt=form, color=color, markerfacecolor=face)


def _legend(panel, data):
    from matplotlib.lines import Line2D

    def entry(label, **style):
        return Line2D([], [], label=label, **({"linestyle": "none", "color": "0.3"} | style))

    ridges = [
        entry(rf"ridge $\delta$ = {strength:g}", color=f"C{row}", linestyle="-")
        for row, strength in enumerate(data["ridge"])
    ]
    kinds = [
        entry("predicted", linestyle="-"),
        entry("measured", marker="o"),
        entry("Gaussian surrogate", marker="^", markerfacecolor="white"),
    ]
    panel.legend(handles=ridges + kinds, loc="lower left", labelspacing=0.25)
