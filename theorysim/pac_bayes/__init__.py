"""The room pac_bayes: bounds on risks by relative entropy, certified."""

from theorysim.pac_bayes.binomial_tail_inverse import binomial_tail_inverse
from theorysim.pac_bayes.binomial_tail_inverse_lower import binomial_tail_inverse_lower
from theorysim.pac_bayes.kl import kl, simulate_kl
from theorysim.pac_bayes.kl_inverse import UpperRisk, kl_inverse
from theorysim.pac_bayes.kl_inverse_gradient import KlInverseGradient, kl_inverse_gradient
from theorysim.pac_bayes.kl_inverse_lower import LowerRisk, kl_inverse_lower

__all__ = [
    "KlInverseGradient",
    "LowerRisk",
    "UpperRisk",
    "binomial_tail_inverse",
    "binomial_tail_inverse_lower",
    "kl",
    "kl_inverse",
    "kl_inverse_gradient",
    "kl_inverse_lower",
    "simulate_kl",
]
