"""Any public function over named axes: one call, one labelled data set.

>>> import numpy as np
>>> from theorysim import gradient_flow, sweep
>>> curves = sweep.evaluate(
...     gradient_flow.risk, time=np.geomspace(0.1, 100.0, 4), load=[0.5, 2.0], signal_variance=1.0, noise_variance=0.1
... )
>>> dict(curves.sizes)
{'time': 4, 'load': 2}
"""

from theorysim.sweep._dataset import evaluate
from theorysim.sweep._grid import Grid, evaluate_grid

__all__ = ["Grid", "evaluate", "evaluate_grid"]
