"""montecarlo.single_threaded: nesting, errors, threads that overlap, libraries that come later."""

import sys
import threading
import types

import pytest
import threadpoolctl

from theorysim import montecarlo


def blas_threads():
    return [info["num_threads"] for info in threadpoolctl.threadpool_info() if info["user_api"] == "blas"]


@pytest.fixture(autouse=True)
def three_threads():
    import scipy.linalg  # noqa: F401

    with threadpoolctl.threadpool_limits(limits=3, user_api="blas"):
        assert set(blas_threads()) == {3}
        yield


def test_one_thread_inside_and_the_former_number_outside():
    with montecarlo.single_threaded():
        assert set(blas_threads()) == {1}
    assert set(blas_threads()) == {3}


def test_blocks_nest():
    with montecarlo.single_threaded():
        with montecarlo.single_threaded():
            pass
        assert set(blas_threads()) == {1}
    assert set(blas_threads()) == {3}


def test_the_limit_ends_with_an_error():
    with pytest.raises(ZeroDivisionError), montecarlo.single_threaded():
        raise ZeroDivisionError
    assert set(blas_threads()) == {3}


def test_blocks_of_two_threads_that_overlap():
    is_open, may_close = threading.Event(), threading.Event()

    def other():
        with montecarlo.single_threaded():
            is_open.set()
            may_close.wait(10)

    thread = threading.Thread(target=other)
    with montecarlo.single_threaded():
        thread.start()
        is_open.wait(10)
    assert set(blas_threads()) == {1}
    may_close.set()
    thread.join()
    assert set(blas_threads()) == {3}


def test_the_limit_holds_where_another_thread_controls_the_library():
    """From 3.8 on threadpoolctl ignores every thread but the one that set a number first, as the fixture did here."""
    seen = []

    def other():
        with montecarlo.single_threaded():
            seen.append(set(blas_threads()))

    thread = threading.Thread(target=other)
    thread.start()
    thread.join()
    assert seen == [{1}]
    assert set(blas_threads()) == {3}


def test_control_is_not_kept():
    is_done, may_end = threading.Event(), threading.Event()

    def other():
        with montecarlo.single_threaded():
            pass
        is_done.set()
        may_end.wait(10)

    thread = threading.Thread(target=other)
    thread.start()
    is_done.wait(10)
    with threadpoolctl.threadpool_limits(limits=2, user_api="blas"):
        seen = set(blas_threads())
    may_end.set()
    thread.join()
    assert seen == {2}


def test_a_number_that_was_changed_inside_an_open_block():
    with montecarlo.single_threaded():
        threadpoolctl.threadpool_limits(limits=2, user_api="blas")
        with montecarlo.single_threaded():
            assert set(blas_threads()) == {1}
    assert set(blas_threads()) == {3}


class Library:
    """A library whose number of threads belongs to the thread that sets it."""

    user_api, filepath, threading_layer = "blas", "libblas_of_each_thread.so", "openmp"

    def __init__(self):
        self._local = threading.local()

    def get_num_threads(self):
        return getattr(self._local, "number", 8)

    def set_num_threads(self, number):
        self._local.number = number


def test_a_library_with_a_number_for_each_thread_and_loaded_later(monkeypatch):
    library, found = Library(), threadpoolctl.ThreadpoolController
    with montecarlo.single_threaded():
        monkeypatch.setattr(
            threadpoolctl,
            "ThreadpoolController",
            lambda: types.SimpleNamespace(lib_controllers=[*found().lib_controllers, library]),
        )
        monkeypatch.setitem(sys.modules, "a_module_that_brings_a_library", types)
        numbers = []

        def other():
            with montecarlo.single_threaded():
                numbers.append(library.get_num_threads())
            numbers.append(library.get_num_threads())

        thread = threading.Thread(target=other)
        with montecarlo.single_threaded():
            thread.start()
            thread.join()
            assert library.get_num_threads() == 1
    monkeypatch.undo()
    with montecarlo.single_threaded():
        assert library.get_num_threads() == 8
    assert set(blas_threads()) == {3}
    assert numbers == [1, 8]
    assert library.get_num_threads() == 8
