"""The style of all pictures, and files that are the same bytes each time."""

from pathlib import Path

_METADATA = {
    ".png": {"Software": None},
    ".svg": {"Date": None, "Creator": None},
    ".pdf": {"CreationDate": None, "ModDate": None, "Creator": None, "Producer": None},
}


def style():
    """Use the shared style of figures/style.mplstyle inside a clone, else Matplotlib's own."""
    import matplotlib.style

    from theorysim.cli._evidence import find_clone
    from theorysim.cli._sentence import Sentence

    matplotlib.rcdefaults()
    try:
        shared = find_clone() / "figures" / "style.mplstyle"
    except Sentence:
        matplotlib.rcParams["svg.hashsalt"] = "theorysim"
        return
    matplotlib.style.use(shared)


def save(figure, *files):
    """Write a figure without the date and the versions that the formats would carry, and close it."""
    import matplotlib.pyplot as plt

    for file in files:
        figure.savefig(file, metadata=_METADATA[Path(file).suffix.lower()])
    plt.close(figure)
