"""Do theory and simulation agree?  Assertions for anyone's own pair of functions."""

from theorysim.testing._agrees import assert_agrees
from theorysim.testing._controls import assert_each_field_rejected, assert_rejects
from theorysim.testing._verdict import CaseVerdict, Disagreement, Fit, NotRejected, Undecided, Verdict

__all__ = [
    "CaseVerdict",
    "Disagreement",
    "Fit",
    "NotRejected",
    "Undecided",
    "Verdict",
    "assert_agrees",
    "assert_each_field_rejected",
    "assert_rejects",
]
