"""What a store survives: kills, other processes, full disks, harm done to its file."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing, contextmanager
from pathlib import Path

import numpy as np
import pytest

from helpers.stored import X, Y, count, evaluation, forest_search, put, write
from pennyweight import EvaluationStore, ModelSchedule
from pennyweight.exceptions import StoreError


@pytest.fixture
def path(tmp_path):
    return tmp_path / "run.sqlite"


SEARCH = """
import sys
from sklearn.ensemble import RandomForestClassifier
from pennyweight import BudgetSearch
from helpers.toys import toy_table
X, y = toy_table(8, n_rows=120)
search = BudgetSearch(RandomForestClassifier(100), random_state=0, store=sys.argv[1])
def watch(progress):
    print(progress.subsets, flush=True)
search.set_params(effort=watch).fit(X, y).schedule_.save(sys.argv[2])
"""


def start(path, result):
    folders = os.pathsep.join([str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    return subprocess.Popen(
        [sys.executable, "-c", SEARCH, str(path), str(result)],
        env=os.environ | {"PYTHONPATH": folders},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


class TestProcesses:
    def test_killed_in_the_middle_and_run_again(self, path, tmp_path):
        expected = forest_search().fit(X, Y).schedule_
        for lines in (3, 14):
            running = start(path, tmp_path / "never.json")
            for _ in range(lines):
                running.stdout.readline()
            running.kill()
            running.communicate()
            count(path)
        result = tmp_path / "schedule.json"
        finished = start(path, result)
        _, errors = finished.communicate(timeout=120)
        assert finished.returncode == 0, errors
        assert ModelSchedule.load(result) == expected

    def test_two_processes_on_one_store(self, path, tmp_path):
        results = [tmp_path / "one.json", tmp_path / "two.json"]
        running = [start(path, result) for result in results]
        for each in running:
            _, errors = each.communicate(timeout=120)
            assert each.returncode == 0, errors
        expected = forest_search().fit(X, Y).schedule_
        assert [ModelSchedule.load(result) for result in results] == [expected, expected]
        grown = sum(1 + len(e.rounds) for e in expected.evaluations)
        assert count(path) == grown


@contextmanager
def small_disk(folder):
    """A file system of 200 kB, where mounting is allowed."""
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=200k", "tmpfs", str(folder)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("this user may not mount a small file system")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


@contextmanager
def read_only_disk(folder):
    with small_disk(folder):
        subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)
        yield folder


def many(n, start=0):
    return [evaluation(i, scores=tuple(np.linspace(0, 1, 50))) for i in range(start, start + n)]


class TestFaults:
    def test_a_full_disk_is_said_and_nothing_written_before_is_lost(self, tmp_path):
        with small_disk(tmp_path / "disk") as disk:
            store = EvaluationStore(disk / "run.sqlite")
            write(store, *many(20))
            with pytest.raises(StoreError, match=r"could not write .*the disk is full; make room"):
                write(store, *many(2000, start=20))
            assert count(disk / "run.sqlite") >= 20
            store._pending.clear()
            store.close()

    def test_a_full_database_is_said(self, path):
        store = EvaluationStore(path)
        write(store, *many(20))
        with store._file.reading() as connection:
            connection.execute("PRAGMA max_page_count = 30")
        given = []

        def fill():
            for each in many(2000, start=20):
                given.append(each)
                put(store, each)

        with pytest.raises(StoreError, match="the disk is full"):
            fill()
        with store._file.reading() as connection:
            connection.execute("PRAGMA max_page_count = 1000000")
        store.close()  # there is room again: what could not be written then is written now
        assert count(path) == 20 + len(given)

    def test_a_path_that_cannot_be_written_to(self, tmp_path):
        with (
            read_only_disk(tmp_path / "disk") as disk,
            pytest.raises(StoreError, match="folder that can be written to"),
        ):
            forest_search(disk / "run.sqlite").fit(X, Y)

    def test_a_folder_that_is_not_there(self, tmp_path):
        with pytest.raises(StoreError, match=r"the folder of the store .* does not exist"):
            forest_search(tmp_path / "nowhere" / "run.sqlite").fit(X, Y)

    def test_a_store_that_cannot_be_written_to_is_said(self, path):
        with EvaluationStore(path) as store:
            put(store, evaluation(0))
        with sqlite3.connect(path) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
        connection.close()
        store = EvaluationStore(path)
        with store._file.reading() as connection:
            connection.execute("PRAGMA query_only = 1")
        with pytest.raises(StoreError, match="cannot be written to"):
            write(store, evaluation(1))

    @pytest.mark.parametrize(
        ("harm", "message"),
        [
            (Path.unlink, "was deleted or replaced while it was in use"),
            (lambda path: path.write_bytes(b""), "was cut short while it was in use"),
            (lambda path: os.truncate(path, 4096), "was cut short while it was in use"),
        ],
    )
    def test_harm_done_while_in_use_is_noticed(self, path, harm, message):
        store = EvaluationStore(path)
        write(store, *many(200))
        with store._file.reading() as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        write(store, evaluation(500))
        harm(path)
        with pytest.raises(StoreError, match=message):
            write(store, evaluation(501))

    def test_harm_done_during_a_search_ends_it_with_that_error(self, path):
        with pytest.raises(StoreError, match="was deleted"):
            forest_search(path, effort=lambda p: path.unlink(missing_ok=True)).fit(X, Y)

    @pytest.mark.parametrize("content", [b"hello, world" * 100, b"x"])
    def test_a_file_that_is_no_store(self, path, content):
        path.write_bytes(content)
        with pytest.raises(StoreError, match="is not a store of evaluations"):
            forest_search(path).fit(X, Y)
        assert path.read_bytes() == content

    @pytest.mark.parametrize(
        "change",
        [
            "UPDATE evaluations SET record = '{\"points\": [1]}'",
            "UPDATE evaluations SET record = '{\"scores\": []}'",
            'UPDATE evaluations SET record = \'{"scores": ["a"]}\'',
            "UPDATE evaluations SET record = '{\"scores\": [1e999]}'",
            "UPDATE evaluations SET record = '[1]'",
            "UPDATE evaluations SET record = x'ff00'",
            "UPDATE evaluations SET trees = 'many'",
            "UPDATE evaluations SET subset = 'a'",
            "UPDATE evaluations SET subset = '1,0'",
            "UPDATE problems SET about = '[]'",
            "UPDATE problems SET about = 'x'",
            "DROP TABLE evaluations",
        ],
    )
    def test_what_was_changed_by_hand_is_said(self, path, change):
        with EvaluationStore(path) as store:
            write(store, evaluation(0, 1, trees=8))
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(change)
            connection.commit()
        with EvaluationStore(path) as store, pytest.raises(StoreError, match=r"run\.sqlite"):
            [store.evaluations(problem) for problem in store.problems()]

    def test_a_seed_that_is_none_is_said(self, path):
        with EvaluationStore(path) as store:
            store.seed_for("data", 3)
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("UPDATE seeds SET seed = 'x'")
            connection.commit()
        with EvaluationStore(path) as store, pytest.raises(StoreError, match="the seed"):
            store.seed_for("data", 3)

    @pytest.mark.parametrize(
        ("place", "message"),
        [
            (os.devnull, "is a device or a pipe; give the path of a file"),
            ("pipe", "is a device or a pipe; give the path of a file"),
            ("folder", "is a folder; give the path of a file in it"),
            ("x" * 300, "File name too long; give the path of a file that you may read and write"),
            ("x\0y", "null byte; give the path of a file that you may read and write"),
            ("loop", "symbolic links; give the path of a file that you may read and write"),
        ],
    )
    def test_what_can_be_no_file(self, tmp_path, place, message):
        (tmp_path / "folder").mkdir()
        (tmp_path / "loop").symlink_to(tmp_path / "loop")
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(StoreError, match=message):
            EvaluationStore(tmp_path / place).problems()

    def test_a_store_on_a_disk_that_cannot_be_written_to(self, tmp_path):
        with small_disk(tmp_path / "disk") as disk:
            with EvaluationStore(disk / "run.sqlite") as store:
                put(store, evaluation(0))
            subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
            with pytest.raises(StoreError, match=r"could not .*give a path in a folder that can"):
                write(EvaluationStore(disk / "run.sqlite"), evaluation(1))

    def test_somebody_elses_database(self, path):
        with sqlite3.connect(path) as connection:
            connection.execute("CREATE TABLE theirs (x)")
        connection.close()
        before = path.read_bytes()
        with pytest.raises(StoreError, match="is a database, but not a store of evaluations"):
            forest_search(path).fit(X, Y)
        assert path.read_bytes() == before

    def test_a_store_of_a_newer_version(self, path):
        with EvaluationStore(path) as store:
            put(store, evaluation(0))
        with sqlite3.connect(path) as connection:
            connection.execute("PRAGMA user_version = 99")
        connection.close()
        with pytest.raises(StoreError, match=r"version 99.*install a newer pennyweight"):
            forest_search(path).fit(X, Y)

    def test_what_is_no_path(self):
        with pytest.raises(TypeError, match="store is 7; give a path"):
            forest_search(7).fit(X, Y)
