"""What ``import theorysim`` adds to ``import numpy``, in fresh interpreters."""

import statistics
import subprocess
import sys

from benchmarks.harness import Row

_CODE = "import time; start = time.perf_counter(); {}; print(time.perf_counter() - start)"
_CONTENDERS = {
    "import numpy": "import numpy",
    "import numpy, theorysim": "import numpy, theorysim",
    "import numpy, every room": "import numpy; from theorysim import gradient_flow, kernels, ridge, spectra",
    "import numpy, scipy.special": "import numpy, scipy.special",
}


def rows(repeats=9):
    times = {name: [] for name in _CONTENDERS}
    for _ in range(repeats):
        for name, code in _CONTENDERS.items():
            found = subprocess.run(
                [sys.executable, "-c", _CODE.format(code)], capture_output=True, text=True, check=True
            )
            times[name].append(float(found.stdout))
    medians = {name: statistics.median(values) for name, values in times.items()}
    alone = medians["import numpy"]
    return [
        Row("import, seconds in a fresh interpreter", name, seconds, note=f"{(seconds - alone) * 1e3:+.1f} ms")
        for name, seconds in medians.items()
    ]
