r"""Late-time risk of gradient flow: the mean of 1 / x over the bulk, by residues in the angle, and its minimum in load.

x = (1 - q z)(1 - q / z) with z = exp(i phi) and q = sqrt(ratio), ratio = 1 / load = n_features / n_samples.
"""

import sympy as sp

LOAD, Q = sp.symbols("load q", positive=True)
SIGNAL, NOISE, INITIAL = sp.symbols("signal_variance noise_variance initial_variance", positive=True)
Z = sp.Symbol("z")
TOTAL = SIGNAL + INITIAL
BELOW = (1 - LOAD) * TOTAL + NOISE / (1 - LOAD)
ABOVE = NOISE * LOAD / (LOAD - 1)


def expression():
    """Return test and training risk, infinite at load 1."""
    return {
        "test": sp.Piecewise((BELOW, LOAD < 1), (ABOVE, LOAD > 1), (sp.oo, True)),
        "train": NOISE * sp.Max(0, 1 - 1 / LOAD),
    }


def steps():
    """Return the chain of the derivation; every link is checked here."""
    return (_mass(), _inverse(), _dual(), _above(), _below(), _minimum(), _value())


def _bulk_mean(power):
    """Return the integral of x^power over the bulk for q < 1: 2 times the residues of the integrand inside |z| = 1."""
    integrand = -((Z - 1 / Z) ** 2) / 4 * ((1 - Q * Z) * (1 - Q / Z)) ** (power - 1) / Z
    integrand = sp.cancel(sp.together(integrand))
    return sp.simplify(2 * sum(sp.residue(integrand, Z, pole) for pole in (0, Q)))


def _mass():
    mass = _bulk_mean(0)
    return "For q < 1 the bulk has mass 1.", sp.Eq(sp.Symbol("mass"), mass, evaluate=False), mass == 1


def _inverse():
    mean = _bulk_mean(-1)
    shown = sp.Eq(sp.Symbol("E[1 / x]"), mean, evaluate=False)
    return "For q < 1 the mean of 1 / x.", shown, sp.simplify(mean - 1 / (1 - Q**2)) == 0


def _dual():
    """X X' / n has the same non-zero eigenvalues: those of the transposed problem times ratio."""
    eigenvalue = 1 + Q**2 - 2 * Q * sp.cos(sp.Symbol("phi", real=True))
    swapped = Q**2 * eigenvalue.subs(Q, 1 / Q)
    shown = sp.Eq(sp.Symbol("x(q)"), Q**2 * sp.Symbol("x(1 / q)"), evaluate=False)
    return "For q > 1 the bulk is that of 1 / q, times q**2.", shown, sp.simplify(eigenvalue - swapped) == 0


def _above():
    """Each mode has learned xi / x: noise_variance ratio E[1 / x]."""
    learned = NOISE / LOAD * _bulk_mean(-1).subs(Q, 1 / sp.sqrt(LOAD))
    return "Above load 1.", sp.Eq(sp.Symbol("test"), ABOVE, evaluate=False), sp.simplify(NOISE + learned - ABOVE) == 0


def _below():
    """Split: a share 1 - load of the modes is null; of the others, the mean of 1 / x is that of 1 / q, over q^2."""
    inverse = LOAD * (_bulk_mean(-1) / Q**-2).subs(Q, sp.sqrt(LOAD))
    learned = NOISE / LOAD * inverse
    test = NOISE + (1 - LOAD) * TOTAL + learned
    return "Below load 1.", sp.Eq(sp.Symbol("test"), BELOW, evaluate=False), sp.simplify(test - BELOW) == 0


def _minimum():
    place = 1 - sp.sqrt(NOISE / TOTAL)
    slope, bend = sp.diff(BELOW, LOAD).subs(LOAD, place), sp.diff(BELOW, LOAD, 2).subs(LOAD, place)
    holds = sp.simplify(slope) == 0 and sp.simplify(bend).is_positive
    shown = sp.Eq(LOAD, place, evaluate=False)
    return "The local minimum below load 1, where signal and start outweigh the noise.", shown, bool(holds)


def _value():
    value = BELOW.subs(LOAD, 1 - sp.sqrt(NOISE / TOTAL))
    claimed = 2 * sp.sqrt(TOTAL * NOISE)
    return "Its height.", sp.Eq(sp.Symbol("test"), claimed, evaluate=False), sp.simplify(value - claimed) == 0
