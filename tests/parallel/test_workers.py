"""Real workers: processes, a Dask cluster and a Ray cluster on this machine; some of them die."""

import os
import pickle
import signal
import subprocess
import sys
import time
import warnings
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import ClassVar

import joblib
import numpy as np
import pandas as pd
import psutil
import pytest
from sklearn.datasets import make_classification
from sklearn.ensemble import RandomForestClassifier
from sklearn.tree import DecisionTreeClassifier
from threadpoolctl import threadpool_info

from pennyweight import BudgetSearch
from pennyweight.exceptions import WorkersError
from pennyweight.parallel import Spreading
from pennyweight.parallel import worker as working
from pennyweight.parallel.packing import pack, unpack
from pennyweight.parallel.transports import RayTransport

PACKING = """
import sys, time
from pennyweight.parallel.packing import PackedFile
packed = PackedFile(b"problem!")
print(packed.path, flush=True)
time.sleep(0 if sys.argv[1:] else 60)
"""
X, Y = make_classification(400, 10, random_state=0)
FOREST = RandomForestClassifier(150)


@pytest.fixture(scope="module")
def dask_cluster():
    import distributed

    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, memory_limit=0
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


@pytest.fixture(scope="module")
def ray_cluster():
    import ray
    from ray.util.joblib import register_ray

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        register_ray()
        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, configure_logging=False)
    yield ray
    ray.shutdown()


@pytest.fixture(params=["loky", "dask", "ray"])
def backend(request):
    if request.param != "loky":
        request.getfixturevalue(f"{request.param}_cluster")
    settings = {"n_jobs": 2} if request.param == "loky" else {}
    with joblib.parallel_config(backend=request.param, **settings):
        yield request.param


def search(estimator=FOREST, **settings):
    return BudgetSearch(estimator, random_state=0, **settings).fit(X, Y).schedule_


@pytest.fixture(scope="module")
def alone():
    return {"forest": search(), "tree": search(DecisionTreeClassifier(max_depth=4))}


def workers_of(backend):
    """The processes that work for a backend."""
    marks = {
        "loky": ["popen_loky_posix"],
        "dask": ["from multiprocessing.spawn import"],
        "ray": ["ray::work", "ray::IDLE"],
    }[backend]
    found = psutil.Process().children(recursive=True)
    return [process for process in found if any(mark in command(process) for mark in marks)]


def command(process):
    try:
        return " ".join(process.cmdline())
    except psutil.Error:
        return ""


class TestBackends:
    def test_the_schedule_is_the_same_everywhere(self, backend, alone):
        assert search() == alone["forest"]
        assert search(DecisionTreeClassifier(max_depth=4)) == alone["tree"]

    def test_work_happens_in_several_other_processes(self, backend):
        target = Telling()
        jobs = [(0.1,)] * 12
        found = dict(target.spreading.as_done(Telling.where, jobs, None, compiled=True))
        assert sorted(found) == list(range(12))
        processes = {process for process, _ in found.values()}
        assert os.getpid() not in processes
        assert len(processes) == 2

    def test_an_object_travels_once_to_each_worker(self, backend):
        target = Telling()
        for _ in range(3):
            jobs = [(0.02,)] * 20
            found = list(target.spreading.as_done(Telling.where, jobs, None, compiled=True))
        assert {times for _, (_, times) in found} == {1}

    def test_an_error_of_the_work_comes_back_as_it_is(self, backend):
        with pytest.raises(ValueError, match="job 7") as caught:
            list(
                Telling().spreading.as_done(
                    Telling.fail, [(i,) for i in range(9)], None, compiled=True
                )
            )
        assert "in a worker" in "".join(caught.value.__notes__)

    def test_a_worker_dies_and_the_search_goes_on(self, backend, alone):
        killed = []

        def kill_one(progress):
            if progress.subsets >= 8 and not killed:
                victim = workers_of(backend)[0]
                victim.kill()
                killed.append(victim)

        with quiet():
            assert search(effort=kill_one) == alone["forest"]
        assert killed

    def test_time_may_end_the_search(self, backend):
        found = search(sequences="exhaustive", effort="0.01s")
        assert 1 <= len(found.evaluations) < 1023


@contextmanager
def quiet():
    """Let clusters complain of what was done to them."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


class Telling:
    """Says where it is, and how often it was unpacked there."""

    unpacked: ClassVar = Counter()

    def __init__(self):
        self.number = time.time_ns()
        self.spreading = Spreading(self)

    def __setstate__(self, state):
        self.__dict__.update(state)
        Telling.unpacked[self.number] += 1

    def where(self, seconds):
        time.sleep(seconds)
        return os.getpid(), Telling.unpacked[self.number]

    def fail(self, i):
        if i == 7:
            raise ValueError(f"job {i}")
        return i

    def die(self, i):
        os.kill(os.getpid(), signal.SIGKILL)


def test_arrays_in_a_file_are_mapped_writable_and_aligned(tmp_path):
    thing = {"a": np.arange(10.0), "text": "b" * 77, "frame": pd.DataFrame({"x": [1, 2]})}
    path = tmp_path / "packed"
    path.write_bytes(pack(thing))
    for found in (unpack(path), unpack(np.frombuffer(pack(thing), np.uint8))):
        assert found["text"] == thing["text"]
        assert found["frame"].equals(thing["frame"])
        assert (found["a"] == thing["a"]).all()
        assert found["a"].flags.writeable
        assert found["a"].flags.aligned


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr("pennyweight.parallel.transports.PATIENCE", 1.0)
    monkeypatch.setattr("pennyweight.parallel.transports.BETWEEN_LOOKS", 0.2)


class TestNoWorkers:
    @pytest.fixture
    def cluster(self):
        import distributed

        quiet_cluster = {"dashboard_address": None, "silence_logs": 50, "processes": False}
        with (
            quiet(),
            distributed.LocalCluster(n_workers=1, threads_per_worker=1, **quiet_cluster) as cluster,
            distributed.Client(cluster),
            joblib.parallel_config(backend="dask"),
        ):
            yield cluster

    def test_all_dask_workers_lost_in_the_middle_ends_the_search(self, cluster, impatient):
        jobs = [(0.1,)] * 60
        done = Telling().spreading.as_done(Telling.where, jobs, None, compiled=True)
        next(done)
        cluster.scale(0)
        with pytest.raises(WorkersError, match=r"the Dask cluster of .* has no workers"):
            list(done)

    def test_no_dask_workers_at_all(self, cluster, impatient):
        cluster.scale(0)
        cluster.sync(cluster._correct_state)
        with pytest.raises(WorkersError, match="start workers and search again"):
            search()

    def test_a_dask_cluster_that_is_closed(self, cluster, impatient):
        done = Telling().spreading.as_done(Telling.where, [(0.1,)] * 60, None, compiled=True)
        next(done)
        cluster.close()
        with pytest.raises(WorkersError):
            list(done)

    def test_all_machines_of_a_ray_cluster_lost(self, impatient, monkeypatch):
        class Ray:
            """Has no machines, so that nothing is ever done."""

            is_initialized = staticmethod(lambda: True)
            put = staticmethod(len)
            cluster_resources = staticmethod(dict)
            cancel = staticmethod(repr)

            def remote(self, function):
                return self

            def remotely(self, *arguments):
                return object()

            def wait(self, references, num_returns, timeout):
                time.sleep(timeout)
                return [], references

        ray = Ray()
        monkeypatch.setattr("pennyweight.parallel.transports.require", lambda *_, **__: ray)
        transport = RayTransport(-1, "key", b"packed")
        transport._work = SimpleNamespace(remote=ray.remotely)
        chunk = working.Chunk(function=len, jobs={0: ()}, config={})
        with pytest.raises(WorkersError, match="the Ray cluster has no workers"):
            list(transport.run(iter([chunk])))

    def test_processes_of_multiprocessing_that_are_killed(self, monkeypatch):
        monkeypatch.setattr("pennyweight.parallel.spreading.MOST_DEATHS", 0)
        with quiet(), joblib.parallel_config(backend="multiprocessing", n_jobs=2):
            done = Telling().spreading.as_done(Telling.die, [(0,)], None, compiled=True)
            with pytest.raises(WorkersError, match="workers died"):
                list(done)


class TestSpreading:
    def test_work_that_kills_every_worker_is_given_up(self, monkeypatch):
        monkeypatch.setattr("pennyweight.parallel.spreading.MOST_DEATHS", 1)
        jobs = [(i,) for i in range(3)]
        with quiet(), joblib.parallel_config(backend="loky", n_jobs=2):
            done = Telling().spreading.as_done(Telling.die, jobs, None, compiled=True)
            with pytest.raises(WorkersError, match="workers died 2 times in a row"):
                list(done)

    def test_threads_stay_here(self):
        for settings in ({}, {"n_jobs": 2}, {"backend": "threading", "n_jobs": 2}):
            with joblib.parallel_config(**settings):
                found = dict(
                    Telling().spreading.as_done(Telling.where, [(0,)] * 4, None, compiled=True)
                )
            assert {process for process, _ in found.values()} == {os.getpid()}

    def test_chunks_are_large_where_calls_are_short(self):
        spreading, left = Spreading(None), {i: (i,) for i in range(1000)}
        spreading._seconds = 0.01
        sizes = [len(c.jobs) for c in spreading._chunks(len, left, Workers(4))]
        assert sum(sizes) == 1000
        assert sizes[0] == 50
        assert sizes[-1] == 1
        spreading._seconds = 10.0
        assert {len(c.jobs) for c in spreading._chunks(len, left, Workers(4))} == {1}

    def test_what_travels_has_bins_and_no_table(self):
        two = {"forest": FOREST, "tree": DecisionTreeClassifier()}
        for estimator, validation in ((FOREST, None), (two, 3)):
            settings = {"validation": validation, "effort": 1, "random_state": 0}
            found = BudgetSearch(estimator, **settings).fit(X, Y)
            assert len(pack(found._evaluator._by_learners.learning)) < X.nbytes / 8 + 30_000

    def test_a_fitted_search_can_be_pickled_after_working_elsewhere(self):
        with joblib.parallel_config(backend="loky", n_jobs=2):
            found = BudgetSearch(FOREST, random_state=0, effort=8).fit(X, Y)
        again = pickle.loads(pickle.dumps(found))
        assert again.schedule_ == found.schedule_
        assert (again.predict(X) == found.predict(X)).all()

    def test_files_for_workers_are_taken_away(self):
        spreading = Telling().spreading
        with joblib.parallel_config(backend="loky", n_jobs=2):
            list(spreading.as_done(Telling.where, [(0,)] * 2, None, compiled=True))
        path = spreading._transport._packed.path
        assert path.exists()
        spreading._transport = None
        assert not path.exists()

    def test_files_of_owners_that_were_killed_are_taken_away_and_no_others(self, tmp_path):
        kept = tmp_path / "pennyweight-notes"
        kept.write_text("of somebody else")
        env = os.environ | {"TMPDIR": str(tmp_path), "TEMP": str(tmp_path)}

        def start():
            running = subprocess.Popen(
                [sys.executable, "-c", PACKING], env=env, stdout=subprocess.PIPE, text=True
            )
            return running, Path(running.stdout.readline().strip())

        (killed, left), (alive, own) = start(), start()
        assert {left, own, kept} == set(tmp_path.iterdir())
        killed.kill()
        killed.communicate()
        assert left.exists()
        third, _ = start()
        assert not left.exists()
        assert own.read_bytes()[-8:] == b"problem!"
        for running in (alive, third):
            running.terminate()
            running.communicate()
        subprocess.run([sys.executable, "-c", PACKING, "end"], env=env, check=True)
        assert list(tmp_path.iterdir()) == [kept]

    def test_only_the_latest_objects_stay_in_a_worker(self):
        for number in range(5):
            working.unpacked(f"key {number}", pack(number))
        assert list(working._held) == ["key 3", "key 4"]
        working._held.clear()

    def test_an_error_that_cannot_travel_comes_as_text(self):
        class Odd(Exception):  # noqa: N818
            pass

        found = working._able_to_travel(Odd("what"))
        assert isinstance(found, RuntimeError)
        assert str(found) == "Odd: what"

    def test_one_core_in_a_worker(self):
        class Asking:
            def threads(self):
                return joblib.effective_n_jobs(-1), [
                    lib["num_threads"] for lib in threadpool_info()
                ]

        working._held["asking"] = Asking()
        chunk = working.Chunk(function=Asking.threads, jobs={0: ()}, config={})
        jobs, threads = working.work("asking", b"", chunk).results[0]
        assert jobs == 1
        assert set(threads) <= {1}
        working._held.clear()


class Workers:
    def __init__(self, n):
        self.n_workers = n


def fit_in_worker(n_jobs):
    from pennyweight.parallel.threads import n_threads

    return search(n_jobs=n_jobs, effort=12), n_threads(-1)


class TestSurroundings:
    def test_inside_another_joblib_worker(self):
        expected = search(effort=12)
        found = joblib.Parallel(n_jobs=2)(joblib.delayed(fit_in_worker)(n) for n in (1, 2, -1))
        assert [schedule for schedule, _ in found] == [expected] * 3
        assert {threads for _, threads in found} == {1}

    @pytest.mark.parametrize("method", ["fork", "spawn"])
    def test_in_a_forked_or_spawned_process(self, method):
        expected = search(effort=12, n_jobs=2)
        script = (
            "import multiprocessing\n"
            "from test_workers import search\n"
            "if __name__ == '__main__':\n"
            "    search(effort=2, n_jobs=2)\n"
            f"    context = multiprocessing.get_context({method!r})\n"
            "    from concurrent.futures import ProcessPoolExecutor\n"
            "    with ProcessPoolExecutor(1, context) as pool:\n"
            "        found = pool.submit(search, effort=12, n_jobs=2).result(timeout=60)\n"
            "    print([m.subset for m in found])\n"
        )
        here = os.path.dirname(__file__)
        paths = [here, os.path.dirname(here), os.environ.get("PYTHONPATH", "")]
        ran = subprocess.run(
            [sys.executable, "-W", "ignore", "-c", script],
            env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths))},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert ran.stdout.strip() == str([m.subset for m in expected]), ran.stderr
