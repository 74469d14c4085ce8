"""The results of the room dimension."""

import numpy as np

from theorysim.index._result import Paper, Parameter, Result

_FACCO_2017 = Paper(
    "facco2017estimating",
    "Facco, Elena and d'Errico, Maria and Rodriguez, Alex and Laio, Alessandro",
    2017,
    "Estimating the intrinsic dimension of datasets by a minimal neighborhood information",
    "1803.06992",
    "Scientific Reports 7:12140",
)
_FRACTION = Parameter("fraction", "f", "share of the points that is not censored", "", 0.1, 1.0, "linear", 1.0)
_CONFIDENCE = Parameter("confidence", r"1 - \alpha", "coverage of the interval", "", 0.5, 0.999, "linear", 0.95)
_POINTS = np.random.default_rng(0).random((400, 2))

RESULTS = (
    Result(
        name="dimension.two_nn",
        kind="estimator",
        title="Intrinsic dimension by two nearest neighbors",
        papers=(_FACCO_2017,),
        certainty="published",
        parameters=(_FRACTION, _CONFIDENCE),
        cases=({"points": _POINTS},),
        fields=("dimension", "standard_error_independent", "standard_error", "low", "high", "n_used", "n_dropped"),
        is_host_only=True,
    ),
)
