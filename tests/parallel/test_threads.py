import threading
import time

import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from pennyweight.parallel.threads import (
    MOST_THREADS,
    in_threads,
    n_threads,
    one_blas_thread,
    one_thread_each,
)


@pytest.mark.parametrize("n_jobs", [1, 2, 5])
def test_results_come_in_the_order_of_the_jobs(n_jobs):
    def slow_first(i):
        time.sleep(0.02 * (i == 0))
        return i * i

    assert list(in_threads(slow_first, [(i,) for i in range(20)], n_jobs)) == [
        i * i for i in range(20)
    ]


def test_several_threads_take_part():
    barrier = threading.Barrier(2, timeout=10)
    assert list(in_threads(lambda _: barrier.wait() >= 0, [(0,), (1,)], 2)) == [True, True]


def test_an_error_reaches_the_caller_and_ends_the_work():
    done = []

    def fail(i):
        if i == 1:
            raise ValueError("job 1")
        time.sleep(0.01)
        done.append(i)

    with pytest.raises(ValueError, match="job 1"):
        list(in_threads(fail, [(i,) for i in range(100)], 2))
    assert len(done) < 50


def test_calls_may_be_nested():
    def inner(i):
        return sum(in_threads(lambda j: i * j, [(1,), (2,)], 2))

    assert list(in_threads(inner, [(1,), (2,), (3,)], 2)) == [3, 6, 9]


def blas_threads():
    return {each["num_threads"] for each in threadpool_info() if each["user_api"] == "blas"}


@pytest.mark.parametrize("limit", [one_blas_thread, one_thread_each])
def test_limits_of_blas_that_overlap_are_lifted_by_the_last(limit):
    with threadpool_limits(3, user_api="blas"):
        first, second = limit(), one_blas_thread()
        first.__enter__()
        second.__enter__()
        assert blas_threads() == {1}
        first.__exit__(None, None, None)
        assert blas_threads() == {1}
        second.__exit__(None, None, None)
        assert blas_threads() == {3}


def test_nobody_gets_more_threads_than_a_machine_can_start():
    assert n_threads(10**9) == MOST_THREADS
