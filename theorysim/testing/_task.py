"""A theory and a simulation prepared for judging: fields matched, theory evaluated, trials ready to be drawn."""

import itertools
from typing import NamedTuple

import numpy as np

from theorysim import montecarlo
from theorysim.errors import require
from theorysim.testing import _points, _words
from theorysim.testing._mean import FIRST_LOOK
from theorysim.testing._report import case_verdict
from theorysim.testing._rounds import decide
from theorysim.testing._setting import Setting, setting
from theorysim.testing._theory import evaluate, numbers, takes_size
from theorysim.testing._trials import for_each

SLACK = 1e-9


class Comparison(NamedTuple):
    """One case, ready to be judged: trials, theory and scale have the sizes of a fit first."""

    case: dict
    label: str
    trials: tuple
    layout: _points.Layout
    theory: np.ndarray
    scale: np.ndarray


class Task(NamedTuple):
    """All cases of a call; they can be judged repeatedly, with a changed theory on the same trials."""

    setting: Setting
    orders: tuple
    slack: float
    comparisons: tuple
    executor: object

    def judge(self, rounds_of, statistic, reason):
        """Judge every case; ``rounds_of(comparison, level)`` makes its rounds."""
        level = self.setting.level(len(self.comparisons))

        def judged(comparison):
            rounds = rounds_of(comparison, level.level)
            # One thread of linear algebra, so that a verdict has the same bits wherever its trials are drawn.
            with montecarlo.single_threaded():
                ruling = decide(rounds, comparison.theory.shape[1], level)
            return case_verdict(
                ruling,
                case=comparison.case,
                label=comparison.label,
                labels=comparison.layout.labels,
                statistic=statistic,
                drawn=rounds.drawn,
                slack=self.slack,
                reason=reason,
            )

        return self.setting.verdict(for_each(judged, self.comparisons, self.executor), level)


def prepare(
    function,
    theory,
    simulate,
    *,
    sizes,
    order=None,
    scale=None,
    slack=None,
    executor,
    store,
    is_infinite_allowed=False,
    **asked,
):
    """Check a call, evaluate its theory, learn the compared fields from the first trials, and match them."""
    orders = _orders(order, sizes, function)
    question = setting(function, sizes=sizes, n_nulls=3 if orders else 2, **asked)
    slack = (question.detect / 10 if orders else SLACK) if slack is None else slack
    require(0 <= slack < question.detect, function, "slack", "in [0, detect)", slack)

    is_sized = bool(question.sizes) and takes_size(theory, bool(orders))
    tasks = question.tasks
    groups = [[(case, size) for size in question.sizes] for case in question.cases] if orders else [[t] for t in tasks]
    found = [[evaluate(theory, case, size if is_sized else None) for case, size in group] for group in groups]

    def read(names):
        values = [
            [numbers(f, names, t[0], function, is_infinite_allowed) for f, t in zip(*p)] for p in zip(found, groups)
        ]
        for fields in itertools.chain(*values):
            shape = _points.Layout(tuple(names), tuple(fields[name].shape for name in names))
            _points.scales(shape.flatten(fields), shape, scale, function)
        return values

    # What can be refused without a trial is; the fields of a NamedTuple are known with the first trials.
    is_bare = "" in found[0][0]
    values = read([""]) if is_bare else None
    first_look = min(FIRST_LOOK, question.max_trials)
    drawn = [
        tuple(question.trials(simulate, case, size, executor, store, is_infinite_allowed) for case, size in group)
        for group in groups
    ]
    names = _points.common_names(found[0][0], drawn[0][0].take(0, first_look), function)
    values = values or read(names)
    for_each(lambda trials: trials.take(0, first_look), list(itertools.chain(*drawn)), executor)

    comparisons = []
    for group, fields, trials in zip(groups, values, drawn):
        layouts = [_points.layout(f, t.take(0, first_look), function) for f, t in zip(fields, trials)]
        require(layouts.count(layouts[0]) == len(layouts), function, "theory", "of one form at all sizes", layouts)
        flat = np.stack([layouts[0].flatten(row) for row in fields])
        spread = np.stack([_points.scales(row, layouts[0], scale, function) for row in flat])
        label = _words.case_label(group[0][0], None if orders else group[0][1])
        comparisons.append(Comparison(group[0][0], label, trials, layouts[0], flat, spread))
    return Task(question, orders, float(slack), tuple(comparisons), executor)


def _orders(order, sizes, function):
    if order is None:
        return ()
    orders = tuple(_points.real_array(order, function, "order").ravel().tolist())
    is_rising = len(orders) > 0 and orders[0] > 0 and list(orders) == sorted(set(orders)) and orders[-1] < np.inf
    require(is_rising, function, "order", "a positive number, or several, smallest first", order)
    enough = hasattr(sizes, "__len__") and len(sizes) >= len(orders) + 2
    words = f"at least {len(orders) + 2} sizes, one to spare, for the order {order}"
    require(enough, function, "sizes", words, sizes)
    return orders
