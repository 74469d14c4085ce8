"""What results return, in words: one entry for each name of a field, the same in every room."""

from typing import NamedTuple


class Field(NamedTuple):
    """A quantity that a result returns; ``unit`` is "1" for a pure number and empty where the arguments decide it."""

    words: str
    unit: str = ""


_SQUARED = "target squared"

FIELDS = {
    "test": Field("test risk, noise included", _SQUARED),
    "train": Field("training risk", _SQUARED),
    "bias": Field("bias", _SQUARED),
    "variance": Field("variance", _SQUARED),
    "kappa": Field("effective ridge", "eigenvalue"),
    "overfitting_coefficient": Field("overfitting coefficient", "1"),
    "learnability": Field("learnability", "1"),
    "pool": Field("mean squared error on the whole pool", _SQUARED),
    "coefficients": Field("coefficients of the training points"),
    "fitted": Field("predictions at the training points", "target"),
    "ridge": Field("ridge that was used", "eigenvalue"),
    "rank": Field("number of eigenvectors that take part", "1"),
    "condition_number": Field("condition number", "1"),
    "solver": Field("how it was solved, in words"),
    "residuals": Field("residuals of the points left out", "target"),
    "mean_square": Field("mean square of the residuals", _SQUARED),
    "degrees_of_freedom": Field("effective number of parameters", "1"),
    "ridge_per_sample": Field("ridge / n_samples", "eigenvalue"),
}
