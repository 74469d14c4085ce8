"""The promises, counted: how often a right theory is flagged, and a wrong one missed, over thousands of seeds.

Trials come vectorised from one stream for each block instead of one for each trial, which is a valid source of
independent trials and several times faster.
"""

import functools
import math

import numpy as np
import pytest

from theorysim import testing

LEVEL = (1e-6 / 2) ** (1 / 3)


def vectorised(draw):
    """Return a simulation in library form from draw(rng, count), which returns that many trials."""

    def simulate(*, trials, seed, **case):
        stream = np.random.SeedSequence(seed, spawn_key=(trials.start, 1))
        return draw(np.random.default_rng(stream), len(trials), **case)

    return simulate


@functools.cache
def ridge_risks(curve=False):
    """Test risk of ridge regression, n = p = 24, averaged over noise and a spherical teacher, for 60,000 designs.

    The designs are the population: drawing from them with replacement has exactly their mean.
    """
    rng = np.random.default_rng(123)
    ridges = np.geomspace(1e-2, 10, 10) if curve else np.array([1e-2])
    parts = []
    for _ in range(30):
        design = rng.standard_normal((2000, 24, 24)) / math.sqrt(24)
        values = np.linalg.eigvalsh(design.swapaxes(1, 2) @ design)[:, :, None].clip(0)
        bias = (ridges / (values + ridges)) ** 2
        variance = 0.25 * values / (values + ridges) ** 2 / 24
        parts.append((bias + variance).mean(axis=1) * 1.0 + 0.25)
    risks = np.concatenate(parts)
    return risks if curve else risks[:, 0]


def ridge(rng, count):
    return rng.choice(ridge_risks(), count)


def ridge_curve(rng, count):
    risks = ridge_risks(curve=True)
    return risks[rng.integers(len(risks), size=count)]


LAWS = {
    "normal": (lambda rng, count: 1 + 0.1 * rng.standard_normal(count), 1.0, 0.02),
    "exponential": (lambda rng, count: rng.exponential(size=count), 1.0, 0.25),
    "lognormal": (lambda rng, count: rng.lognormal(-0.125, 0.5, count), 1.0, 0.15),
    "ridge": (ridge, lambda: ridge_risks().mean(), 0.05),
    "ridge curve": (ridge_curve, lambda: ridge_risks(curve=True).mean(axis=0), 0.05),
}


def judged(theory, simulate, seed, assertion=testing.assert_agrees, **arguments):
    try:
        return assertion(theory, simulate, cases=[{}], seed=seed, **arguments)
    except (testing.Disagreement, testing.Undecided) as error:
        return error.verdict


def count_flagged(verdicts):
    """Return how many verdicts had a round 1 that rejected, one-sided levels of both sides together."""
    return sum(verdict.cases[0].rounds_run > 1 or verdict.outcome == "disagrees" for verdict in verdicts)


def allowed(level, seeds):
    """Return the number of flags that two sides of a level give, three standard deviations up and down."""
    expected = 2 * level * seeds
    return expected - 3 * math.sqrt(expected), expected + 3 * math.sqrt(expected)


@pytest.mark.slow
@pytest.mark.parametrize("law", LAWS)
def test_round_one_flags_within_its_level(law):
    draw, mean, detect = LAWS[law]
    theory = mean if callable(mean) else lambda: mean
    verdicts = [judged(theory, vectorised(draw), seed, detect=detect) for seed in range(2000)]
    flagged = count_flagged(verdicts)
    low, high = allowed(LEVEL, 2000)
    trials = np.mean([verdict.trials for verdict in verdicts])
    print(f"{law}: {flagged} of 2000 rounds flagged, {2 * LEVEL * 2000:.1f} promised, {trials:.0f} trials on average")
    # Skewed laws are flagged less often than promised, since the interval is only ever widened.
    assert flagged <= high
    if law in ("normal", "ridge", "ridge curve"):
        assert flagged >= low
    # One rejection is left to chance: exponential trials with seed 14 are below the theory in three rounds of fresh
    # trials, which happens with probability 3e-7 in a run and 3e-3 anywhere in these 10,000.
    assert sum(verdict.outcome != "agrees" for verdict in verdicts) <= (law == "exponential")
    assert all(verdict.caught <= detect for verdict in verdicts if verdict.outcome == "agrees")
    # p-values are valid: no more often small than they say.
    p_values = np.array([verdict.p_value for verdict in verdicts])
    for level in (0.002, 0.02, 0.2):
        assert np.mean(p_values <= level) <= level + 3 * math.sqrt(level / 2000)


@pytest.mark.slow
@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("sign", [-1, 1])
def test_theories_wrong_by_one_and_a_half_times_detect_are_rejected(law, sign):
    draw, mean, detect = LAWS[law]
    right = np.asarray(mean() if callable(mean) else mean, dtype=float)
    factor = np.ones_like(right)
    factor.flat[-1] += 1.5 * sign * detect
    verdicts = [judged(lambda: right * factor, vectorised(draw), seed, detect=detect) for seed in range(200)]
    assert [verdict.outcome for verdict in verdicts] == ["disagrees"] * 200
    assert all(verdict.p_value <= 1e-6 for verdict in verdicts)


@pytest.mark.slow
def test_a_theory_wrong_by_detect_is_rarely_missed():
    draw, _, detect = LAWS["normal"]
    verdicts = [judged(lambda: 1 / (1 + detect), vectorised(draw), seed, detect=detect) for seed in range(1000)]
    missed = sum(verdict.outcome == "agrees" for verdict in verdicts)
    print(f"a theory off by exactly detect passed {missed} of 1000 times")
    assert missed <= 3 * LEVEL * 1000 + 3 * math.sqrt(3 * LEVEL * 1000)


def finite_size(rng, count, size, square=0.0):
    return 1 + 2 / size + square / size**2 + 2 / math.sqrt(size) * rng.standard_normal(count)


@pytest.mark.slow
def test_limit_laws_over_many_seeds():
    arguments = {"sizes": [50, 100, 200], "order": 1}
    right = [judged(lambda: 1.0, vectorised(finite_size), seed, **arguments) for seed in range(300)]
    outcomes = [verdict.outcome for verdict in right]
    level = (1e-6 / 3) ** (1 / 3)
    print(f"limit law: {outcomes.count('agrees')} of 300 agree, {count_flagged(right)} went beyond round 1")
    # Two sides and the lack of fit.
    assert count_flagged(right) <= 3 * level * 300 + 3 * math.sqrt(3 * level * 300)
    assert outcomes == ["agrees"] * 300
    assert all(verdict.caught <= 0.05 for verdict in right)
    for factor in (0.925, 1.075):
        wrong = [
            judged(lambda factor=factor: factor, vectorised(finite_size), seed, **arguments) for seed in range(150)
        ]
        missed = [verdict.outcome for verdict in wrong if verdict.outcome != "disagrees"]
        print(f"limit law off by {factor}: {len(missed)} of 150 not rejected {missed}")
        assert not missed


@pytest.mark.slow
def test_exact_tests_keep_their_level():
    for name, assertion, theory, draw, extra in (
        ("median", testing.assert_quantile_agrees, 1.0, lambda rng, count: rng.lognormal(0, 2, count), {"detect": 0.3}),
        (
            "proportion",
            testing.assert_proportion_agrees,
            0.3,
            lambda rng, count: rng.random(count) < 0.3,
            {"detect": 0.2},
        ),
        (
            "bound",
            testing.assert_bound_holds,
            math.log(20),
            lambda rng, count: rng.exponential(size=count),
            {"failure_rate": 0.05},
        ),
    ):
        verdicts = [
            judged(lambda theory=theory: theory, vectorised(draw), seed, assertion=assertion, **extra)
            for seed in range(1000)
        ]
        flagged, (_, high) = count_flagged(verdicts), allowed(LEVEL, 1000)
        print(f"{name}: {flagged} of 1000 rounds flagged, at most {2 * LEVEL * 1000:.1f} promised")
        assert flagged <= high * (1.25 if name == "median" else 1)
        assert all(verdict.outcome == "agrees" for verdict in verdicts)
        assert all(verdict.caught <= verdict.detect for verdict in verdicts)


@pytest.mark.slow
@pytest.mark.parametrize("law", ["lognormal(1)", "lognormal(2)", "least squares n=24 p=22"])
def test_guards_keep_a_hopeless_first_look_honest(law):
    # A gross error counts even where precision is out of reach; a right theory must not be caught by that.
    if law.startswith("lognormal"):
        sigma = float(law[-2])
        draw, mean = (lambda rng, count: rng.lognormal(-(sigma**2) / 2, sigma, count)), 1.0
    else:
        rng = np.random.default_rng(5)
        design = rng.standard_normal((100_000, 24, 22))
        risks = (1 / np.linalg.eigvalsh(design.swapaxes(1, 2) @ design)).sum(axis=1)
        draw, mean = (lambda rng, count: rng.choice(risks, count)), risks.mean()
    verdicts = [judged(lambda: mean, vectorised(draw), seed, detect=0.001, max_trials=1000) for seed in range(2000)]
    flagged = count_flagged(verdicts)
    print(f"{law}: {flagged} of 2000 hopeless rounds flagged, {2 * LEVEL * 2000:.1f} promised")
    assert flagged <= allowed(LEVEL, 2000)[1]
    assert {verdict.outcome for verdict in verdicts} == {"undecided"}
