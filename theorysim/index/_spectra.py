"""The results of the room spectra."""

from theorysim.index import _papers
from theorysim.index._result import Parameter, Result

_RATIO = Parameter("ratio", "r", "n_features / n_samples", "", 0.01, 100.0, "log", 0.5)
_EIGENVALUE = Parameter("eigenvalue", "x", "eigenvalue of X^T X / n_samples", "unit variance", 0.0, 10.0, "linear", 1.0)
_PROBABILITY = Parameter("probability", "p", "probability", "", 0.0, 1.0, "linear", 0.5)
_ORDER = Parameter("order", "k", "order of the moment", "", 0, 20, "integer", 2)
_SHIFT = Parameter("shift", "s", "ridge / n_samples", "eigenvalue", 1e-6, 1e3, "log", 0.1)
_TIME = Parameter("time", "t", "steps x rate", "1 / eigenvalue", 1e-2, 1e3, "log", 1.0)


def _marchenko_pastur(quantity, title, certainty, argument, values):
    """Return the entry of one quantity of the law, checked at ratio 2, where there is an atom."""
    return Result(
        name=f"spectra.MarchenkoPastur.{quantity}",
        kind="formula",
        title=title,
        papers=(_papers.MARCHENKO_PASTUR_1967,),
        certainty=certainty,
        parameters=(_RATIO, argument),
        cases=({"ratio": 2.0, argument.name: values},),
        fields=(quantity,),
    )


_MARCHENKO_PASTUR = (
    _marchenko_pastur("density", "Marchenko-Pastur density", "published", _EIGENVALUE, (1.0, 2.0, 3.0, 4.0)),
    _marchenko_pastur("cdf", "Marchenko-Pastur distribution function", "published", _EIGENVALUE, (1.0, 2.0, 3.0, 4.0)),
    _marchenko_pastur("quantile", "Marchenko-Pastur quantiles", "published", _PROBABILITY, (0.6, 0.8, 0.9)),
    _marchenko_pastur("moment", "Marchenko-Pastur moments", "published", _ORDER, (1, 2, 3)),
    _marchenko_pastur("stieltjes", "Marchenko-Pastur Stieltjes transform", "published", _SHIFT, (0.1, 1.0, 10.0)),
    _marchenko_pastur("laplace", "Marchenko-Pastur Laplace transform", "derived", _TIME, (0.1, 1.0, 10.0)),
)

RESULTS = (*_MARCHENKO_PASTUR,)
