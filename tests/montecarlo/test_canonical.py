"""montecarlo.canonical_text and case_seed: equal values, different values, objects, and seeds fixed for good."""

import dataclasses
import decimal
import enum
import fractions
import functools
import math
import pathlib
import subprocess
import sys
from typing import NamedTuple

import array_api_strict
import numpy as np
import pytest

from theorysim import montecarlo
from theorysim.errors import DomainError
from theorysim.spectra import MarchenkoPastur, Spectrum


class Pair(NamedTuple):
    one: object
    two: object


@dataclasses.dataclass(frozen=True, eq=False)
class Levels:
    values: np.ndarray
    kept: object = dataclasses.field(default=None, compare=False)


class Law:
    """A law with a cached quantity and with methods."""

    def __init__(self, ratio):
        self.ratio = ratio

    @functools.cached_property
    def edge(self):
        return (1 + self.ratio**0.5) ** 2

    @classmethod
    def unit(cls):
        return cls(1.0)

    def shifted(self, size):
        return self.ratio + size


CASE_SEED = 215508723604937523083096951724658313343


class Color(enum.Enum):
    RED = 1
    BLUE = 2


def test_text_that_a_person_can_read():
    text = montecarlo.canonical_text({"size": 3, "load": 0.1, "name": "a", "nothing": None, "flag": True})
    assert text == "{flag=True, load=0.1, name='a', nothing=None, size=3}"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (2, 2.0),
        (2, np.int32(2)),
        (0.5, np.float64(0.5)),
        (0.5, np.float32(0.5)),
        (0.5, fractions.Fraction(1, 2)),
        (1e300, np.float64(1e300)),
        (True, np.True_),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
        ({2, 1, "a"}, frozenset(["a", 2.0, 1.0])),
        (Law(2).shifted, Law(2.0).shifted),
        ([1, 2.0], [1.0, 2]),
        (np.arange(6.0).reshape(2, 3), np.asfortranarray(np.arange(6.0).reshape(2, 3))),
        (np.arange(6.0)[::2], np.array([0.0, 2.0, 4.0])),
        (np.arange(3, dtype="<f8"), np.arange(3, dtype=">f8")),
        (np.arange(3.0), array_api_strict.asarray([0.0, 1.0, 2.0], device=array_api_strict.Device("device1"))),
        (Levels(np.arange(3.0), kept="this"), Levels(np.arange(3.0), kept="that")),
        (Law(2.0), Law(2)),
        (Spectrum([3.0, 1.0]), Spectrum([1.0, 3.0])),
        (functools.partial(math.pow, 2), functools.partial(math.pow, 2.0)),
    ],
)
def test_equal_values_have_one_text(one, other):
    assert montecarlo.canonical_text(one) == montecarlo.canonical_text(other)


DIFFERENT = [
    0,
    -0.0,
    1,
    -1,
    0.1,
    math.nextafter(0.1, 1),
    2**53,
    float(2**53 + 2),
    10**400,
    math.inf,
    -math.inf,
    math.nan,
    1j,
    True,
    None,
    "1",
    "",
    b"1",
    "None",
    [],
    (),
    {},
    [1],
    (1,),
    [1, 2],
    [[1], 2],
    [1, [2]],
    ["1, 2"],
    ["1", "2"],
    range(3),
    {"a": 1},
    {"a": "1"},
    {"a": 1, "b": 2},
    {"a": "1, b=2"},
    {"a=1, b": 2},
    {1: 2},
    {"1": 2},
    set(),
    {1, 2},
    {1, 3},
    np.arange(3.0),
    np.arange(3),
    np.arange(3.0)[::-1],
    np.arange(3, dtype=np.float32),
    np.arange(3.0)[:, None],
    np.array(1.0),
    np.array([0.0, 1.0, np.nan]),
    Pair(1, 2),
    Pair(1, (2,)),
    Levels(np.arange(3.0)),
    Levels(np.arange(4.0)),
    Law(1),
    Law(2),
    Spectrum([1.0, 2.0]),
    Spectrum([1.0, 2.0], [1.0, 2.0]),
    Spectrum([1.0, 2.0], signal=[0.0, 1.0]),
    Spectrum([1.0, 2.0], tail=0.5),
    MarchenkoPastur(0.5),
    MarchenkoPastur(2.0),
    Color.RED,
    Color.BLUE,
    math.sin,
    math.cos,
    Law(1).shifted,
    Law(2).shifted,
    Law.shifted,
    Law.unit,
    "1".join,
    "2".join,
    Law,
    functools.partial(math.pow, 2),
    functools.partial(math.pow, 3),
    pathlib.PurePosixPath("1"),
]


def test_different_values_have_different_texts():
    texts = [montecarlo.canonical_text(value) for value in DIFFERENT]
    assert len(set(texts)) == len(texts)


def test_what_an_object_has_cached_does_not_count():
    law, spectrum = Law(2.0), Spectrum([1.0, 2.0])
    before = montecarlo.canonical_text([law, spectrum])
    assert law.edge > 0
    assert spectrum.rank == 2
    assert montecarlo.canonical_text([law, spectrum]) == before


def test_arrays_of_objects_are_refused():
    with pytest.raises(DomainError, match=r"montecarlo\.canonical_text: an array must be of numbers or text"):
        montecarlo.canonical_text({"kernel": np.array([object()])})


@pytest.mark.parametrize("value", [decimal.Decimal(1), np.random.default_rng(0), object(), iter([1])])
def test_objects_without_attributes_are_refused(value):
    with pytest.raises(DomainError, match=r"must be an object with attributes, got"):
        montecarlo.canonical_text(value)


def test_a_case_has_its_seed_for_good():
    case = {"load": 2.0, "ridge": 0.1, "eigenvalues": np.arange(1.0, 4.0)}
    assert montecarlo.case_seed(0, case) == CASE_SEED
    assert montecarlo.case_seed(0, dict(reversed(case.items()))) == CASE_SEED
    assert 0 <= CASE_SEED < 2**128


def test_a_case_has_its_seed_in_every_process():
    code = "from theorysim import montecarlo; print(montecarlo.case_seed(7, {'text': 'a', 'set': [1, 'b']}, 3))"
    shown = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert int(shown) == montecarlo.case_seed(7, {"set": [1, "b"], "text": "a"}, 3)


def test_seed_case_and_size_all_count():
    seeds = [
        montecarlo.case_seed(seed, case, size)
        for seed in (0, 1, (0, 1))
        for case in ({}, {"load": 1.0}, {"load": 2.0}, {"ridge": 1.0}, {"load": 1.0, "ridge": 1.0})
        for size in (None, 1, 50)
    ]
    assert len(set(seeds)) == 45
    with pytest.raises(DomainError, match=r"montecarlo\.case_seed: seed must be"):
        montecarlo.case_seed(-1, {})
