r"""Units of Advani and Saxe (2017, arXiv:1710.03667), converted from and to those of this library.

They write the n_features x n_samples matrix of inputs with entries of variance 1 / n_features and follow tau dw/dt =
(y - w X) X^T, a sum over examples. Here entries have variance 1 and the loss is |y - X w|^2 / (2 n_samples), so that
with load = n_samples / n_features (their alpha)

    time = load * t, learning_rate = load * eta, ridge_per_sample = g / load, eigenvalue = lambda / load.

Variances need no conversion: their weights have sigma_w^2 per entry and inputs 1 / n_features, hence a signal of
variance sigma_w^2 = ``signal_variance``; likewise (sigma_w^0)^2 = ``initial_variance`` and sigma_epsilon^2 =
``noise_variance``. Risks that they divide by sigma_epsilon^2 follow with noise_variance = 1, signal_variance = SNR and
initial_variance = INR.
"""

from theorysim import arrays, errors


def time_from_advani_saxe(time, load):
    r"""Time of this library from theirs (units of tau); learning rates of gradient descent convert in the same way.

    .. math::

        t = \alpha \, t_{\mathrm{AS}}

    Parameters
    ----------
    time : float or array
        In [0, inf].
    load : float or array
        n_samples / n_features in (0, inf).

    Returns
    -------
    float or array

    Raises
    ------
    DomainError
        For a scalar outside its range; array elements outside give nan.

    Examples
    --------
    >>> from theorysim import gradient_flow
    >>> gradient_flow.time_from_advani_saxe(2.0, 0.5)
    1.0
    """
    return _multiplied("time_from_advani_saxe", "time", time, load)


def time_to_advani_saxe(time, load):
    r"""Time of Advani and Saxe (units of tau) from that of this library; the inverse of `time_from_advani_saxe`.

    .. math::

        t_{\mathrm{AS}} = t / \alpha

    >>> from theorysim import gradient_flow
    >>> gradient_flow.time_to_advani_saxe(1.0, 0.5)
    2.0
    """
    return _divided("time_to_advani_saxe", "time", time, load)


def ridge_from_advani_saxe(ridge, load):
    r"""Ridge per sample of this library from the g that they add to X X^T; eigenvalues convert in the same way.

    .. math::

        \rho = g / \alpha

    Parameters
    ----------
    ridge : float or array
        In [0, inf].
    load : float or array
        n_samples / n_features in (0, inf).

    Returns
    -------
    float or array

    Raises
    ------
    DomainError
        For a scalar outside its range; array elements outside give nan.

    Examples
    --------
    >>> from theorysim import gradient_flow
    >>> gradient_flow.ridge_from_advani_saxe(0.2, 0.5)
    0.4
    """
    return _divided("ridge_from_advani_saxe", "ridge", ridge, load)


def ridge_to_advani_saxe(ridge_per_sample, load):
    r"""Return the g that they add to X X^T from the ridge per sample; the inverse of `ridge_from_advani_saxe`.

    .. math::

        g = \alpha \, \rho

    >>> from theorysim import gradient_flow
    >>> gradient_flow.ridge_to_advani_saxe(0.4, 0.5)
    0.2
    """
    return _multiplied("ridge_to_advani_saxe", "ridge_per_sample", ridge_per_sample, load)


def _multiplied(function, name, value, load):
    (value, load), finish = _read(function, name, value, load)
    return finish(value * load)


def _divided(function, name, value, load):
    (value, load), finish = _read(function, name, value, load)
    return finish(value / load)


def _read(function, name, value, load):
    arguments = {name: (value, errors.NON_NEGATIVE_OR_INFINITE), "load": (load, errors.POSITIVE)}
    reading = arrays.read(f"gradient_flow.{function}", **arguments)
    return reading.values, reading.finish
