"""Negative controls: wrong theories must be rejected, and the controls must notice when they are not."""

from typing import NamedTuple

import numpy as np
import pytest

from theorysim import testing


class Risk(NamedTuple):
    test: object
    train: object


def theory(load):
    return Risk(1 + load, np.array([1.0, 2.0]) * load)


def draw(rng, load):
    noise = 1 + 0.05 * rng.standard_normal(3)
    return Risk((1 + load) * noise[0], np.array([1.0, 2.0]) * load * noise[1:])


CASES = [{"load": 0.5}, {"load": 2.0}]


def test_each_field_is_rejected_alone_on_shared_trials():
    drawn = []

    def counted(rng, load):
        drawn.append(load)
        return draw(rng, load)

    verdicts = testing.assert_each_field_rejected(theory, counted, cases=CASES, seed=0)
    assert list(verdicts) == ["test", "train"]
    for name, verdict in verdicts.items():
        assert all(case.outcome == "disagrees" for case in verdict.cases)
        assert all(case.point.startswith(name) for case in verdict.cases)
        assert all(case.deviation == pytest.approx(-0.075 / 1.075, abs=0.03) for case in verdict.cases)
    # The fields do not cost trials of their own.
    assert len(drawn) < 1.2 * max(verdict.trials for verdict in verdicts.values())


def test_a_bare_theory_is_one_field():
    verdicts = testing.assert_each_field_rejected(
        lambda load: 1 + load, lambda rng, load: 1 + load, cases=CASES, seed=0
    )
    assert list(verdicts) == [""]


def test_a_field_that_is_zero_is_shifted_by_its_scale():
    def centered(rng):
        return Risk(0.05 * rng.standard_normal(), -1 + 0.05 * rng.standard_normal())

    verdicts = testing.assert_each_field_rejected(lambda: Risk(0.0, -1.0), centered, cases=[{}], scale=1.0, seed=0)
    assert verdicts["test"].cases[0].theory == pytest.approx(0.075)
    assert verdicts["train"].cases[0].theory == pytest.approx(-1.075)


@pytest.mark.parametrize("detect", [0.05, 0.5])
def test_a_limit_law(detect):
    verdicts = testing.assert_each_field_rejected(
        lambda: Risk(1.0, 2.0),
        lambda rng, size: Risk(1 + 1 / size + 0.1 * rng.standard_normal(), 2 + 3 / size + 0.1 * rng.standard_normal()),
        cases=[{}],
        sizes=[25, 50, 100],
        order=1,
        detect=detect,
        seed=0,
    )
    assert {verdict.cases[0].statistic for verdict in verdicts.values()} == {"limit of the mean"}


def test_a_field_that_the_trials_cannot_tell_fails_the_control():
    def noisy(rng, load):
        return draw(rng, load)._replace(train=np.full(2, rng.standard_cauchy()))

    with pytest.raises(testing.NotRejected, match="The theory's train was changed by") as caught:
        testing.assert_each_field_rejected(theory, noisy, cases=CASES, max_trials=500, seed=0)
    assert caught.value.verdict.outcome == "undecided"


def test_assert_rejects_returns_the_verdict_of_the_disagreement():
    verdict = testing.assert_rejects(
        lambda load: 1 + 2 * load, lambda rng, load: draw(rng, load).test, cases=CASES, seed=0
    )
    assert verdict.outcome == "disagrees"


def test_assert_rejects_fails_on_a_pass_and_on_undecided():
    with pytest.raises(AssertionError, match="was not rejected: it passed") as caught:
        testing.assert_rejects(theory, draw, cases=CASES, seed=0)
    assert caught.value.verdict.outcome == "agrees"
    with pytest.raises(AssertionError, match="do not decide") as caught:
        testing.assert_rejects(lambda: 1.0, lambda rng: rng.standard_cauchy(), cases=[{}], max_trials=500, seed=0)
    assert caught.value.verdict.outcome == "undecided"
    assert isinstance(caught.value, testing.NotRejected)


def test_assert_rejects_with_the_siblings():
    for assertion, wrong, extra in (
        (testing.assert_quantile_agrees, 1.3, {"quantile": 0.75, "detect": 0.2}),
        (testing.assert_agrees, 1.0, {"detect": 0.5, "scale": 2.0, "max_trials": 2000}),
    ):
        simulate = (
            (lambda rng: rng.standard_cauchy())
            if assertion is testing.assert_quantile_agrees
            else np.random.Generator.normal
        )
        wrong_theory = lambda wrong=wrong: 2.0 * wrong  # noqa: E731
        assert (
            testing.assert_rejects(wrong_theory, simulate, assertion=assertion, cases=[{}], seed=0, **extra).outcome
            == "disagrees"
        )
