"""Kernel ridge regression with a power-law spectrum: learning curves, effective ridge, and what the risk is made of.

Kernel of 128 modes, eigenvalue i^-3/2, on Gaussian features; energy of the target proportional to i^-3/2, of sum 1;
noise variance 0.1 (dotted). (a) Test risk against the number of training points for several ridges; without ridge it
diverges at n = 128, the rank (vertical line). (b) Effective ridge; without ridge it is 0 from the rank on. (c) Test
risk at ridge 0.1 and its parts, and the training risk. Lines: the limit of many samples and modes; points: means over
40 pairs of samples (seed 0), with standard errors.
"""

import numpy as np

from theorysim import ridge as kernel_ridge
from theorysim.spectra import Spectrum

MODES, EXPONENT, NOISE = 128, 1.5, 0.1
RIDGES = (0.0, 0.1, 1.0, 10.0)
SAMPLES = (4, 8, 16, 32, 64, 100, 160, 256, 512)
TRIALS = 40
SHOWN = 1
PARTS = (("test", "C1", "s"), ("bias", "C5", "v"), ("variance", "C6", "X"), ("train", "0.5", "<"))


def data():
    """Return lines over n and, at the sample sizes drawn, means and standard errors; ridges along the second axis."""
    spectrum = Spectrum.power_law(EXPONENT, MODES, signal_exponent=EXPONENT)
    n_samples = np.unique(np.concatenate([np.geomspace(3, 700, 200), MODES + np.linspace(-8, 8, 81)]))
    lines = kernel_ridge.risk(spectrum, n_samples[:, None], ridge=RIDGES, noise_variance=NOISE)
    drawn = [
        kernel_ridge.simulate_risk(spectrum, n, ridge=RIDGES, noise_variance=NOISE, trials=TRIALS, seed=0)
        for n in SAMPLES
    ]
    found = {"n_samples": n_samples, "drawn": np.array(SAMPLES)}
    for name in ("test", "bias", "variance", "train", "kappa"):
        values = np.stack([getattr(risk, name) for risk in drawn])
        found[name] = getattr(lines, name)
        found[f"{name}_mean"] = values.mean(axis=1)
        found[f"{name}_error"] = values.std(axis=1, ddof=1) / np.sqrt(TRIALS)
    return found


def draw(data):
    """Draw learning curves, effective ridges and parts of the risk side by side."""
    from matplotlib import pyplot as plt

    figure, (left, middle, right) = plt.subplots(1, 3, figsize=(7.0, 2.6))
    for k, ridge in enumerate(RIDGES):
        _curve(left, data, "test", k, color=f"C{k}", marker="os^D"[k], label=f"$\\delta$ = {ridge:g}")
        _curve(middle, data, "kappa", k, color=f"C{k}", marker="os^D"[k])
    for name, color, marker in PARTS:
        _curve(right, data, name, SHOWN, color=color, marker=marker, label=name)
    for panel in (left, right):
        panel.axhline(NOISE, color="0.5", linestyle=":", linewidth=0.8, zorder=0)
    for panel, letter in ((left, "(a)"), (middle, "(b)"), (right, "(c)")):
        panel.set(xscale="log", yscale="log", xlim=(3, 700), xlabel="training points $n$")
        panel.set_title(letter, loc="left")
        panel.axvline(MODES, color="0.85", linewidth=0.8, zorder=0)
    left.set(ylabel="test risk", ylim=(0.09, 5))
    left.set_yticks([0.1, 0.2, 0.5, 1, 2, 5], ["0.1", "0.2", "0.5", "1", "2", "5"])
    middle.set(ylabel=r"effective ridge $\kappa$", ylim=(1e-5, 10))
    right.set(ylabel=rf"mean squared error, $\delta$ = {RIDGES[SHOWN]:g}", ylim=(2e-4, 2))
    left.legend(title="ridge")
    right.legend()
    return figure


def _curve(panel, data, name, k, *, color, marker, label=None):
    line = np.where(data[name][:, k] > 0, data[name][:, k], np.nan)
    panel.plot(data["n_samples"], line, color=color)
    mean, error = data[f"{name}_mean"][:, k], data[f"{name}_error"][:, k]
    is_shown = mean > 0
    panel.errorbar(
        data["drawn"][is_shown],
        mean[is_shown],
        error[is_shown],
        fmt=marker,
        color=color,
        markerfacecolor="white",
        label=label,
        zorder=3,
    )
