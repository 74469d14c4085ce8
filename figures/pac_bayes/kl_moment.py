"""The constant of the PAC-Bayes-kl bound: exact, as Maurer bounds it, and by simulation.

Mean of exp(n kl) between the share of errors of n samples and the risk, over sqrt(n): exact (line), the limit sqrt(pi /
2) (dotted) and Maurer's 2 (dashed); points are means over 2000 trials of 256 drawn shares at risk 1 / 2 with two
standard errors (seed 0), up to n = 8, beyond which the spread grows like 2^n.
"""

import matplotlib.pyplot as plt
import numpy as np

from theorysim import pac_bayes


def data():
    """Return the constant and its simulation, over the root of the number of samples."""
    sizes = np.unique(np.round(10 ** np.linspace(0, 4, 200)))
    drawn = np.arange(1, 9)
    table = pac_bayes.simulate_kl_moment(drawn, trials=2000, seed=0) / np.sqrt(drawn)
    return {
        "sizes": sizes,
        "exact": pac_bayes.kl_moment(sizes) / np.sqrt(sizes),
        "drawn": drawn,
        "mean": table.mean(axis=0),
        "error": 2 * table.std(axis=0, ddof=1) / np.sqrt(len(table)),
    }


def draw(data):
    """Return the figure."""
    figure, axes = plt.subplots()
    axes.semilogx(data["sizes"], data["exact"], label=r"$\xi(n)$ exact")
    axes.errorbar(data["drawn"], data["mean"], data["error"], fmt="o", color="C1", label="simulation")
    axes.axhline(2, color="0.4", linestyle="--", linewidth=0.8, label=r"Maurer, $2\sqrt{n}$")
    axes.axhline(np.sqrt(np.pi / 2), color="0.4", linestyle=":", linewidth=0.8, label=r"limit $\sqrt{\pi n / 2}$")
    axes.set(xlabel="samples $n$", ylabel=r"$E\,e^{n\,\mathrm{kl}} / \sqrt{n}$", ylim=(1.2, 2.3))
    axes.legend(ncols=2, loc="upper right")
    return figure
