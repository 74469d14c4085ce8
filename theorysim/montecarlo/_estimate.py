"""Estimates: what the trials of a run say about a mean and about quantiles.

Names: ``values`` x_t, trial axis first; ``count`` n of them; ``mean`` M = sum x_t / n; ``standard_error``
s = sqrt(sum (x_t - M)**2 / (n (n - 1))).
"""

import dataclasses
import functools
import math

import numpy as np

from theorysim.errors import require
from theorysim.montecarlo._run import run
from theorysim.montecarlo._structure import leaves, rebuild

_SHOWN = 6


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class Estimate:
    r"""Mean, standard error and quantiles of the trials of one quantity.

    .. math::

        M = \frac1n \sum_t x_t, \qquad s^2 = \frac{1}{n (n - 1)} \sum_t (x_t - M)^2

    Parameters
    ----------
    values : array, shape (n, ...)
        Trial axis first, at least one trial.
    omitted : tuple of int
        Numbers of the trials that failed and are not among the values.

    Examples
    --------
    >>> from theorysim import montecarlo
    >>> estimate = montecarlo.Estimate([1.0, 2.0, 4.0, 5.0])
    >>> estimate
    3.00 +- 0.91 (4 trials)
    >>> estimate.quantile(0.5), round(estimate.z_against(2.0), 3)
    (3.0, 1.095)
    """

    values: np.ndarray
    omitted: tuple = ()

    def __post_init__(self):
        values = np.array(self.values, dtype=np.float64)
        require(values.ndim > 0 and len(values) > 0, "montecarlo.Estimate", "values", "at least one trial", self.values)
        object.__setattr__(self, "values", values)
        object.__setattr__(self, "omitted", tuple(self.omitted))

    @property
    def count(self):
        """Number of trials in the estimate."""
        return len(self.values)

    @functools.cached_property
    @np.errstate(invalid="ignore")
    def mean(self):
        """Mean over the trials; a float where a trial is one."""
        scale = self._scale
        return _plain((self.values / scale).mean(axis=0) * scale)

    @functools.cached_property
    @np.errstate(invalid="ignore")
    def standard_error(self):
        """Standard error of the mean, from the spread of the trials; nan for one trial, which has no spread."""
        if self.count == 1:
            return _plain(np.full(self.values.shape[1:], np.nan))
        scale = self._scale
        return _plain((self.values / scale).std(axis=0, ddof=1) / math.sqrt(self.count) * scale)

    def quantile(self, probability):
        """Return sample quantiles of the trials, linear between order statistics.

        Parameters
        ----------
        probability : float or array
            In [0, 1].

        Returns
        -------
        float or array
            Axes of `probability` first, then those of a trial. Between a finite and an infinite value: infinite.
        """
        at = np.asarray(probability, dtype=np.float64)
        is_inside = bool(np.all((at >= 0) & (at <= 1)))
        require(is_inside, "montecarlo.Estimate.quantile", "probability", "in [0, 1]", probability)
        place = at * (self.count - 1)
        below = np.floor(place).astype(np.int64)
        weight = (place - below).reshape(at.shape + (1,) * (self.values.ndim - 1))
        low, high = self._ordered[below], self._ordered[np.minimum(below + 1, self.count - 1)]
        is_between = (weight > 0) & (low != high)
        with np.errstate(invalid="ignore"):
            return _plain(np.where(is_between, (1 - weight) * low + weight * high, low))

    @property
    def quantiles(self):
        """Quantiles 0.05, 0.25, 0.5, 0.75 and 0.95, on the first axis."""
        return self.quantile([0.05, 0.25, 0.5, 0.75, 0.95])

    def z_against(self, expected):
        """Return (mean - expected) / standard error, elementwise.

        Parameters
        ----------
        expected : float or array
            Of the shape of a trial, or one number.

        Returns
        -------
        float or array
            Zero where the mean is what is expected; infinite where it is not and the trials are all equal; nan for one
            trial.
        """
        gap = np.asarray(self.mean) - np.asarray(expected, dtype=np.float64)
        with np.errstate(divide="ignore", invalid="ignore"):
            return _plain(np.where((gap == 0) & (self.count > 1), 0.0, gap / self.standard_error))

    @functools.cached_property
    def _scale(self):
        """The power of two below the largest trial: squares of scaled trials neither overflow nor vanish."""
        largest = np.abs(self.values).max(axis=0)
        is_usable = (largest > 0) & np.isfinite(largest)
        return np.ldexp(1.0, np.frexp(np.where(is_usable, largest, 1.0))[1] - 1)

    @functools.cached_property
    def _ordered(self):
        return np.sort(self.values, axis=0)

    def __repr__(self):
        trials = f"{self.count} trial{'s' * (self.count != 1)}"
        if self.omitted:
            trials += f", {len(self.omitted)} omitted"
        pairs = list(zip(np.ravel(self.mean).tolist(), np.ravel(self.standard_error).tolist()))
        if self.values.ndim == 1:
            return f"{_with_error(*pairs[0])} ({trials})"
        half = _SHOWN // 2
        texts = [_with_error(*pair) for pair in (pairs if len(pairs) <= _SHOWN else pairs[:half] + pairs[-half:])]
        if len(pairs) > _SHOWN:
            texts.insert(half, "...")
        shape = f"shape {self.values.shape[1:]}, " if self.values.ndim > 2 or len(pairs) > _SHOWN else ""
        return f"[{', '.join(texts)}] ({shape}{trials})"


def estimate(
    simulate,
    /,
    *,
    trials,
    seed,
    executor=None,
    store=None,
    block=64,
    progress=False,
    max_failures=0,
    allow_infinite=False,
    **arguments,
):
    """Estimate what a simulation measures, with standard errors.

    Parameters
    ----------
    simulate : callable
        ``simulate(**arguments, trials=range, seed=seed)`` returns an array or a NamedTuple of arrays, trial axis first.
    trials : int or range
        Number of trials, at least one, or the range of their absolute numbers.
    seed : int or tuple of int
        Seed of the run.
    executor, store, block, progress, max_failures, allow_infinite
        As in `run`.
    **arguments : object
        Arguments of the simulation.

    Returns
    -------
    Estimate or NamedTuple of Estimate
        One for each array that the simulation returns.

    Raises
    ------
    TrialError, DomainError
        As `run` does.

    Examples
    --------
    >>> from theorysim import montecarlo
    >>> def simulate_square(scale, *, trials, seed):
    ...     return montecarlo.collect(lambda rng: (scale * rng.standard_normal()) ** 2, trials=trials, seed=seed)
    >>> montecarlo.estimate(simulate_square, scale=1.0, trials=400, seed=1)
    0.991 +- 0.074 (400 trials)
    """
    result = run(
        simulate,
        trials=trials,
        seed=seed,
        executor=executor,
        store=store,
        block=block,
        progress=progress,
        max_failures=max_failures,
        allow_infinite=allow_infinite,
        **arguments,
    )
    require(len(result.trials) > 0, "montecarlo.estimate", "trials", "at least one trial", trials)
    estimates = (Estimate(leaf, result.omitted) for leaf in leaves(result.values).values())
    return rebuild(result.values, estimates)


def _plain(array):
    return float(array) if np.ndim(array) == 0 else array


def _with_error(mean, error):
    """Write a mean with two digits of its standard error."""
    if not (math.isfinite(mean) and math.isfinite(error)):
        return f"{mean:.4g} +- {'unknown' if math.isnan(error) else format(error, '.2g')}"
    if error == 0:
        return f"{mean:.6g} +- 0"
    last = int(f"{error:.1e}".split("e")[1]) - 1
    top = math.floor(math.log10(max(abs(mean), error)))
    if -5 <= top < 6 and -last < 12:
        return f"{mean:.{max(-last, 0)}f} +- {error:.{max(-last, 0)}f}"
    return f"{mean:.{min(max(top - last, 0), 15)}e} +- {error:.1e}"
