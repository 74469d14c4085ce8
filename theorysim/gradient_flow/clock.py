r"""Steps of gradient descent and time of gradient flow, for every normalization of the squared loss.

Time is steps x learning rate only for the loss |y - X w|^2 / (2 n_samples); a loss c times as large moves c times as
far in a step. Even then a step multiplies the error of a mode of eigenvalue x of X^T X / n_samples by 1 - rate x and
not by exp(-rate x): small rates agree, rates above 2 / (largest eigenvalue) diverge.
"""

import dataclasses
import math
import warnings

import numpy as np

from theorysim import arrays, errors


class UnstableLearningRate(UserWarning):
    """The learning rate lies above the stability limit of gradient descent."""


@dataclasses.dataclass(frozen=True)
class GradientDescentClock:
    r"""Conversion between steps of full-batch gradient descent and time of gradient flow.

    .. math::

        t = k \, \eta, \qquad \eta < 2 / x_{\max}

    Parameters
    ----------
    learning_rate : float
        Rate :math:`\eta` > 0 on the loss |y - X w|^2 / (2 n_samples): the time that one step takes. Rates of other
        losses go through `from_mean_loss`, `from_half_sum_loss` and `from_sum_loss`.
    largest_eigenvalue : float
        Largest eigenvalue of X^T X / n_samples, >= 0; for Gaussian data of covariance 1 it is (1 + 1 / sqrt(load))^2,
        ``spectra.MarchenkoPastur.from_load(load).support.high``.

    Attributes
    ----------
    stability_limit : float
        2 / largest_eigenvalue, for the rate on |y - X w|^2 / (2 n_samples).
    is_stable : bool
        Whether the rate does not exceed it.

    Raises
    ------
    DomainError
        For numbers outside their ranges.

    Warns
    -----
    UnstableLearningRate
        When the rate lies above the stability limit: the error of the fastest mode then grows in every step.

    Examples
    --------
    >>> clock = GradientDescentClock(0.1, largest_eigenvalue=1.0)
    >>> clock.time(10), round(clock.effective_time(10, 1.0), 12)
    (1.0, 1.053605156578)
    >>> print(GradientDescentClock.from_sum_loss(0.001, largest_eigenvalue=4.0, n_samples=100))
    one step takes time 0.2 of gradient flow on |y - X w|^2 / (2 n_samples); stable up to 0.5
    """

    learning_rate: float
    _: dataclasses.KW_ONLY
    largest_eigenvalue: float

    def __post_init__(self):
        name = "gradient_flow.GradientDescentClock"
        values = arrays.read(
            name,
            learning_rate=(self.learning_rate, errors.POSITIVE),
            largest_eigenvalue=(self.largest_eigenvalue, errors.NON_NEGATIVE),
        ).values
        for field, value in zip(("learning_rate", "largest_eigenvalue"), values):
            errors.require(value.ndim == 0, name, field, "one number", getattr(self, field))
            object.__setattr__(self, field, float(value))
        if not self.is_stable:
            warnings.warn(
                f"{name}: learning rate {self.learning_rate:g} on |y - X w|^2 / (2 n_samples) is above the stability "
                f"limit 2 / largest_eigenvalue = {self.stability_limit:g}; the error grows in every step",
                UnstableLearningRate,
                stacklevel=3,
            )

    @classmethod
    def from_mean_loss(cls, learning_rate, *, largest_eigenvalue):
        """Return the clock of a rate on |y - X w|^2 / n_samples, the mean squared error without a factor 1/2.

        >>> GradientDescentClock.from_mean_loss(0.1, largest_eigenvalue=1.0).time(10)
        2.0
        """
        return cls._of_loss("from_mean_loss", 2, learning_rate, largest_eigenvalue, 1)

    @classmethod
    def from_half_sum_loss(cls, learning_rate, *, largest_eigenvalue, n_samples):
        """Return the clock of a rate on |y - X w|^2 / 2, a sum over n_samples; the eigenvalue is of X^T X / n_samples.

        >>> GradientDescentClock.from_half_sum_loss(0.01, largest_eigenvalue=1.0, n_samples=10).time(10)
        1.0
        """
        return cls._of_loss("from_half_sum_loss", 1, learning_rate, largest_eigenvalue, n_samples)

    @classmethod
    def from_sum_loss(cls, learning_rate, *, largest_eigenvalue, n_samples):
        """Return the clock of a rate on |y - X w|^2, a sum over n_samples; the eigenvalue is of X^T X / n_samples.

        >>> GradientDescentClock.from_sum_loss(0.01, largest_eigenvalue=1.0, n_samples=10).time(10)
        2.0
        """
        return cls._of_loss("from_sum_loss", 2, learning_rate, largest_eigenvalue, n_samples)

    @classmethod
    def _of_loss(cls, constructor, factor, learning_rate, largest_eigenvalue, n_samples):
        (rate, size), finish = arrays.read(
            f"gradient_flow.GradientDescentClock.{constructor}",
            learning_rate=(learning_rate, errors.POSITIVE),
            n_samples=(n_samples, errors.POSITIVE),
        )[1:3]
        return cls(finish(factor * rate * size), largest_eigenvalue=largest_eigenvalue)

    @property
    def stability_limit(self):
        """Rate on the mean squared loss above which gradient descent diverges; infinite for eigenvalue 0."""
        return 2 / self.largest_eigenvalue if self.largest_eigenvalue > 0 else math.inf

    @property
    def is_stable(self):
        """Whether the learning rate does not exceed the stability limit."""
        return self.learning_rate <= self.stability_limit

    def time(self, steps):
        """Return the time of gradient flow, in [0, inf], that a number of steps stands for."""
        _, (steps,), finish, _ = arrays.read(
            "gradient_flow.GradientDescentClock.time", steps=(steps, errors.NON_NEGATIVE_OR_INFINITE)
        )
        return finish(steps * self.learning_rate)

    def steps(self, time):
        """Return the number of steps, not rounded, that a time of gradient flow in [0, inf] stands for."""
        _, (time,), finish, _ = arrays.read(
            "gradient_flow.GradientDescentClock.steps", time=(time, errors.NON_NEGATIVE_OR_INFINITE)
        )
        return finish(time / self.learning_rate)

    @np.errstate(all="ignore")
    def residual(self, steps, eigenvalue):
        r"""Return what a number of steps leaves of the error of a mode: its sign may alternate, its size may grow.

        .. math::

            (1 - \eta x)^k

        Parameters
        ----------
        steps : int or array of integers
            k >= 0.
        eigenvalue : float or array
            x >= 0 of X^T X / n_samples. Modes with x = 0 stay where they began.

        Examples
        --------
        >>> round(GradientDescentClock(0.1, largest_eigenvalue=1.0).residual(10, 1.0), 12)
        0.3486784401
        """
        xp, (steps, eigenvalue), finish = self._read_mode(".residual", steps, eigenvalue)
        decay = self.learning_rate * eigenvalue
        is_below = decay < 0.9
        small = xp.exp(steps * xp.log1p(xp.where(is_below, -decay, 0.0)))
        return finish(xp.where(is_below, small, (1 - decay) ** steps))

    @np.errstate(all="ignore")
    def effective_time(self, steps, eigenvalue):
        r"""Return the time at which gradient flow leaves as much of a mode's error, in size, as a number of steps.

        .. math::

            t_{\mathrm{eff}} = -\frac{k}{x} \log|1 - \eta x|

        Parameters
        ----------
        steps : int or array of integers
            k >= 0.
        eigenvalue : float or array
            x >= 0 of X^T X / n_samples; the limit at 0 is steps x learning rate. Inf where one step removes the error,
            negative where the mode is unstable.
        """
        xp, (steps, eigenvalue), finish = self._read_mode(".effective_time", steps, eigenvalue)
        decay = self.learning_rate * eigenvalue
        is_tiny = decay < 1e-300
        small = -xp.log1p(-xp.where(decay < 0.9, decay, 0.0))
        rate = xp.where(decay < 0.9, small, -xp.log(xp.abs(1 - decay))) / xp.where(is_tiny, 1.0, eigenvalue)
        return finish(xp.where(steps > 0, steps * xp.where(is_tiny, self.learning_rate, rate), 0.0))

    def _read_mode(self, method, steps, eigenvalue):
        name = f"gradient_flow.GradientDescentClock{method}"
        xp, values, finish, _ = arrays.read(
            name, steps=(steps, errors.NON_NEGATIVE), eigenvalue=(eigenvalue, errors.NON_NEGATIVE)
        )
        errors.require(bool(xp.all(values[0] == xp.floor(values[0]))), name, "steps", "whole numbers", steps)
        return xp, values, finish

    def __str__(self):
        return (
            f"one step takes time {self.learning_rate:g} of gradient flow on |y - X w|^2 / (2 n_samples); "
            f"stable up to {self.stability_limit:g}"
        )


@np.errstate(all="ignore")
def flow_residual(time, eigenvalue):
    r"""Return what gradient flow leaves of the error of a mode; null modes stay where they began, also at t = inf.

    .. math::

        e^{-x t}, \qquad 1 \text{ for } x = 0

    Parameters
    ----------
    time : float or array
        t in [0, inf], steps x learning rate on |y - X w|^2 / (2 n_samples).
    eigenvalue : float or array
        x >= 0 of X^T X / n_samples, or of a kernel matrix / n_samples: predictions on the training set are then
        y + residual (initial prediction - y) in its eigenvectors.

    Returns
    -------
    float or array

    Raises
    ------
    DomainError
        For a scalar outside its range; array elements outside give nan.

    Examples
    --------
    >>> import math
    >>> flow_residual(math.inf, [1.0, 0.0])
    array([0., 1.])
    """
    xp, (t, x), finish, _ = arrays.read(
        "gradient_flow.flow_residual",
        time=(time, errors.NON_NEGATIVE_OR_INFINITE),
        eigenvalue=(eigenvalue, errors.NON_NEGATIVE),
    )
    return finish(xp.where(x > 0, xp.exp(-x * t), 1.0 + 0.0 * x))
