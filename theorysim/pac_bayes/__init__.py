"""The room pac_bayes: bounds on risks by relative entropy, certified."""

from theorysim.pac_bayes.binomial_tail_inverse import binomial_tail_inverse
from theorysim.pac_bayes.binomial_tail_inverse_lower import binomial_tail_inverse_lower
from theorysim.pac_bayes.catoni_bound import catoni_bound
from theorysim.pac_bayes.catoni_grid_bound import CatoniGridBound, catoni_grid_bound
from theorysim.pac_bayes.catoni_reference import catoni_reference
from theorysim.pac_bayes.diagonal_gaussian_kl import diagonal_gaussian_kl, simulate_diagonal_gaussian_kl
from theorysim.pac_bayes.empirical_bernstein_bound import EmpiricalBernsteinBound, empirical_bernstein_bound
from theorysim.pac_bayes.gaussian_kl import gaussian_kl, simulate_gaussian_kl
from theorysim.pac_bayes.kl import kl, simulate_kl
from theorysim.pac_bayes.kl_bound import KlBound, kl_bound
from theorysim.pac_bayes.kl_bound_sample_size import kl_bound_sample_size
from theorysim.pac_bayes.kl_inverse import UpperRisk, kl_inverse
from theorysim.pac_bayes.kl_inverse_gradient import KlInverseGradient, kl_inverse_gradient
from theorysim.pac_bayes.kl_inverse_lower import LowerRisk, kl_inverse_lower
from theorysim.pac_bayes.kl_moment import kl_moment, simulate_kl_moment
from theorysim.pac_bayes.low_rank_gaussian_kl import low_rank_gaussian_kl, simulate_low_rank_gaussian_kl
from theorysim.pac_bayes.mcallester_bound import mcallester_bound
from theorysim.pac_bayes.nested_kl_bound import NestedKlBound, nested_kl_bound
from theorysim.pac_bayes.optimal_prior_variance import OptimalPrior, optimal_prior_variance
from theorysim.pac_bayes.pinsker_bound import pinsker_bound
from theorysim.pac_bayes.prior_grid import PriorGrid, prior_grid
from theorysim.pac_bayes.quadratic_bound import quadratic_bound
from theorysim.pac_bayes.single_draw_bound import single_draw_bound
from theorysim.pac_bayes.thiemann_bound import thiemann_bound
from theorysim.pac_bayes.unexpected_bernstein_bound import UnexpectedBernsteinBound, unexpected_bernstein_bound

__all__ = [
    "CatoniGridBound",
    "EmpiricalBernsteinBound",
    "KlBound",
    "KlInverseGradient",
    "LowerRisk",
    "NestedKlBound",
    "OptimalPrior",
    "PriorGrid",
    "UnexpectedBernsteinBound",
    "UpperRisk",
    "binomial_tail_inverse",
    "binomial_tail_inverse_lower",
    "catoni_bound",
    "catoni_grid_bound",
    "catoni_reference",
    "diagonal_gaussian_kl",
    "empirical_bernstein_bound",
    "gaussian_kl",
    "kl",
    "kl_bound",
    "kl_bound_sample_size",
    "kl_inverse",
    "kl_inverse_gradient",
    "kl_inverse_lower",
    "kl_moment",
    "low_rank_gaussian_kl",
    "mcallester_bound",
    "nested_kl_bound",
    "optimal_prior_variance",
    "pinsker_bound",
    "prior_grid",
    "quadratic_bound",
    "simulate_diagonal_gaussian_kl",
    "simulate_gaussian_kl",
    "simulate_kl",
    "simulate_kl_moment",
    "simulate_low_rank_gaussian_kl",
    "single_draw_bound",
    "thiemann_bound",
    "unexpected_bernstein_bound",
]
