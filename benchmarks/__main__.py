"""Run every benchmark of this folder, or those named, and print one table a job.

Usage: ``python -m benchmarks [NAME ...]``
"""

import importlib
import itertools
import pkgutil
import platform
import sys

import numpy as np

import benchmarks
from benchmarks.harness import copy_rate, dgemm_rate


def main(names):
    present = [
        module.name
        for module in pkgutil.iter_modules(benchmarks.__path__)
        if module.name not in ("harness", "__main__")
    ]
    unknown = sorted(set(names) - set(present))
    if unknown:
        sys.exit(f"no benchmark {', '.join(unknown)}; there are {', '.join(present)}")
    print(f"{platform.processor() or platform.machine()}, Python {platform.python_version()}, NumPy {np.__version__}")
    print(f"dgemm {dgemm_rate() / 1e9:.1f} GFLOP/s on one thread, copy {copy_rate() / 1e9:.1f} GB/s")
    for name in names or present:
        for job, rows in itertools.groupby(importlib.import_module(f"benchmarks.{name}").rows(), lambda row: row.job):
            rows = list(rows)
            print(f"\n{job}\n{'contender':<44}{'median':>12}{'ratio':>9}{'error':>10}  note")
            for row in rows:
                ratio = row.seconds / rows[0].seconds
                print(f"{row.contender:<44}{row.seconds * 1e3:>9.3f} ms{ratio:>9.2f}{row.error:>10.1e}  {row.note}")


if __name__ == "__main__":
    main(sys.argv[1:])
