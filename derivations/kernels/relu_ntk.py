r"""The covariance and the tangent kernel of ReLU networks: gradients of a small network, then its layers' averages.

A network with two inputs and two hidden layers of two units each is differentiated symbol by symbol; a unit that is on
passes its pre-activation, one that is off nothing, which an indicator s with s^2 = s expresses. Averages over
infinitely many units are integrals over the plane of two inputs.
"""

import sympy as sp

ANGLE = sp.Symbol("theta", positive=True)
WEIGHT, BIAS = sp.symbols("weight_variance bias_variance", positive=True)
ONE = (sp.sin(ANGLE) + (sp.pi - ANGLE) * sp.cos(ANGLE)) / sp.pi
ZERO = (sp.pi - ANGLE) / sp.pi
WIDTH = 2


def expression():
    """Return the recursion of both kernels, and the tangent kernel of one hidden layer on the unit sphere."""
    old, new, tangent, row, column = sp.symbols("K K_new T K_xx K_zz", positive=True)
    k_zero, k_one = sp.Function("k_0")(ANGLE), sp.Function("k_1")(ANGLE)
    return {
        "relu_nngp": sp.Eq(new, BIAS + WEIGHT / 2 * sp.sqrt(row * column) * k_one),
        "relu_ntk": sp.Eq(sp.Symbol("T_new"), new + WEIGHT / 2 * k_zero * tangent),
        "angle": sp.Eq(sp.cos(ANGLE), old / sp.sqrt(row * column)),
        "one_hidden_layer": (sp.sin(ANGLE) + 2 * (sp.pi - ANGLE) * sp.cos(ANGLE)) / sp.pi,
    }


def steps():
    """Return the chain of the derivation; every link is checked here."""
    return (
        _gradients(),
        _mean_product("ReLUs", 1, ONE),
        _mean_product("their derivatives", 0, ZERO),
        _backward(),
        _diagonal(),
        _one_hidden_layer(),
        _half_angle(),
        _bias_lacking(),
        _cusp(),
    )


def _network(inputs, letter):
    """Return the output of a network and what its units do; indicators are named by a letter."""
    first = sp.Matrix(WIDTH, WIDTH, lambda i, j: sp.Symbol(f"u{i}{j}"))
    second = sp.Matrix(WIDTH, WIDTH, lambda i, j: sp.Symbol(f"v{i}{j}"))
    last = sp.Matrix(1, WIDTH, lambda i, j: sp.Symbol(f"a{j}"))
    biases = [sp.Matrix(WIDTH, 1, lambda i, j, layer=layer: sp.Symbol(f"b{layer}{i}")) for layer in range(2)]
    scale, shift = sp.sqrt(WEIGHT / WIDTH), sp.sqrt(BIAS)
    on = [sp.diag(*(sp.Symbol(f"{letter}{layer}{unit}") for unit in range(WIDTH))) for layer in range(2)]
    hidden = on[0] * (first * inputs + shift * biases[0])
    higher = on[1] * (scale * second * hidden + shift * biases[1])
    output = (scale * last * higher)[0] + shift * sp.Symbol("b")
    parameters = [*first, *second, *last, *biases[0], *biases[1], sp.Symbol("b")]
    return output, parameters, (hidden, higher), on, (second, last)


def _gradients():
    """Sum over parameters: the result is forward products times backward products, layer by layer."""
    points = sp.Matrix(sp.symbols("x0:2")), sp.Matrix(sp.symbols("z0:2"))
    nets = [_network(point, letter) for point, letter in zip(points, "st")]
    direct = sum(sp.diff(nets[0][0], p) * sp.diff(nets[1][0], p) for p in nets[0][1])
    scale = sp.sqrt(WEIGHT / WIDTH)
    backward = []
    for _, _, _, on, (second, last) in nets:
        upper = scale * last * on[1]
        backward.append((scale * upper * second * on[0], upper))
    forward = [
        BIAS + (points[0].T * points[1])[0],
        *(BIAS + WEIGHT / WIDTH * (a.T * b)[0] for a, b in zip(nets[0][2], nets[1][2])),
    ]
    by_layers = forward[2] + sum(forward[k] * (backward[0][k] * backward[1][k].T)[0] for k in range(2))
    layers = sp.symbols("K_0 K_1 K_2"), sp.symbols("D_1 D_2")
    shown = layers[0][2] + layers[0][1] * layers[1][1] + layers[0][0] * layers[1][0]
    return (
        "The gradients' inner product is a sum over layers: covariance below times product of backward signals.",
        sp.Eq(sp.Symbol("T"), shown, evaluate=False),
        sp.expand(direct - by_layers) == 0,
    )


def _mean_product(words, power, closed):
    """Integrate over the length r and the direction psi of the weights' projection."""
    r, psi, row, column = sp.symbols("r psi P Q", positive=True)
    product = (row * r * sp.cos(psi) * column * r * sp.cos(psi - ANGLE)) ** power
    weighted = sp.expand_trig(product) * r * sp.exp(-(r**2) / 2) / (2 * sp.pi)
    inner = sp.integrate(weighted, (psi, ANGLE - sp.pi / 2, sp.pi / 2))
    left = sp.integrate(sp.expand(inner), (r, 0, sp.oo))
    right = (row * column) ** power * closed / 2
    return f"Mean product of {words} of two correlated Gaussians.", sp.Eq(sp.Symbol("E"), right), _is_zero(left - right)


def _backward():
    """Average the backward product over the weights between two layers; in wide layers those above do not see them."""
    weights = sp.Matrix(WIDTH, WIDTH, lambda i, j: sp.Symbol(f"v{i}{j}"))
    above = [sp.Matrix(1, WIDTH, lambda i, j, letter=letter: sp.Symbol(f"{letter}{j}")) for letter in "gh"]
    both_on = sp.symbols(f"on0:{WIDTH}")
    signals = [sp.sqrt(WEIGHT / WIDTH) * row * weights for row in above]
    product = sp.expand(sum(on * signals[0][i] * signals[1][i] for i, on in enumerate(both_on)))
    # Weights have mean 0 and variance 1: of products of two weights only squares keep a mean.
    mean = sum(product.coeff(weight, 2) for weight in weights)
    layer = mean.subs(dict.fromkeys(both_on, ZERO / 2))
    passed = WEIGHT / 2 * ZERO * (above[0] * above[1].T)[0]
    return (
        "Backward: a layer multiplies the product of signals by weight_variance k0 / 2.",
        sp.Eq(sp.Symbol("D"), WEIGHT / 2 * sp.Symbol("k_0") * sp.Symbol("D_above"), evaluate=False),
        _is_zero(sp.expand(layer - passed)),
    )


def _diagonal():
    depth = sp.Symbol("depth", integer=True, positive=True)
    one_more = ONE.subs(ANGLE, 0) + ZERO.subs(ANGLE, 0) * (depth + 1)
    return (
        "At weight_variance 2 and no bias the diagonal of T grows by |x|^2 a layer: depth + 1 in all.",
        sp.Eq(sp.Symbol("T_xx"), depth + 1, evaluate=False),
        _is_zero(one_more - (depth + 2)),
    )


def _one_hidden_layer():
    closed = expression()["one_hidden_layer"]
    return (
        "One hidden layer on the unit sphere: T = k1 + cos(theta) k0.",
        sp.Eq(sp.Symbol("T"), closed, evaluate=False),
        _is_zero(ONE + sp.cos(ANGLE) * ZERO - closed),
    )


def _half_angle():
    lacking = sp.Symbol("lacking", positive=True)
    new = 2 * sp.asin(sp.sqrt(lacking / 2))
    return (
        "The next angle from what the correlation lacks to 1.",
        sp.Eq(sp.Symbol("theta_new"), new, evaluate=False),
        _is_zero(sp.expand_trig(sp.cos(new)) - (1 - lacking)),
    )


def _bias_lacking():
    """Lengths p, q before and P, Q after the bias: squares differ by bias_variance."""
    p, q, lacking = sp.symbols("p q lacking", positive=True)
    row, column = sp.sqrt(BIAS + p**2), sp.sqrt(BIAS + q**2)
    correlation = (BIAS + p * q * (1 - lacking)) / (row * column)
    excess = BIAS / (row + p) + BIAS / (column + q)
    total = row + column
    difference = (p - q) ** 2 / (2 * row * column) * excess * (total + p + q) / total**2
    positive = p * q * lacking / (row * column) + difference
    first, second = sp.symbols("P Q", positive=True)
    # With bias = P^2 - p^2 = Q^2 - q^2 everything is rational: check the residual modulo that relation.
    left = (1 - correlation - positive).subs({row: first, column: second})
    left = sp.together(left.subs(BIAS, first**2 - p**2))
    numerator = sp.expand(sp.numer(left))
    relation = sp.expand(first**2 - p**2 - second**2 + q**2)
    remainder = sp.reduced(numerator, [relation], first, second, p, q)[1]
    return (
        "What the correlation lacks to 1 after a bias, as a sum of positive terms.",
        sp.Eq(sp.Symbol("lacking_new"), positive, evaluate=False),
        sp.expand(remainder) == 0,
    )


def _cusp():
    closed = expression()["one_hidden_layer"]
    return (
        "The tangent kernel falls off linearly in the angle: a cusp, which makes it rough.",
        sp.Eq(sp.Symbol("T"), 2 - ANGLE / sp.pi + sp.O(ANGLE**2), evaluate=False),
        _is_zero(sp.series(closed, ANGLE, 0, 2).removeO() - (2 - ANGLE / sp.pi)),
    )


def _is_zero(difference):
    return sp.simplify(difference) == 0
