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
    "ridge_per_sample": Field("ridge / n_samples", "eigenvalue"),
}
