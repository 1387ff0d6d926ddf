"""The store: nothing is evaluated twice or mixed up, and files of old versions are read."""

import copy
import json
import multiprocessing
import pickle
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.tree import DecisionTreeClassifier

from helpers.stored import ABOUT, X, Y, count, evaluation, forest_search, put, rows
from helpers.toys import IRIS, SPECIES, FormulaEvaluator, iris_search
from pennyweight import BudgetSearch, EvaluationStore, ModelSchedule, PriceList
from pennyweight.evaluators import Task
from pennyweight.evaluators.estimator import Fitting
from pennyweight.exceptions import StoreError
from pennyweight.store import Remembered, schema
from pennyweight.store.shelf import place_of

KEPT = Path(__file__).parent / "stores"


@pytest.fixture
def path(tmp_path):
    return tmp_path / "run.sqlite"


class TestShelves:
    @pytest.mark.parametrize("where", [None, "run.sqlite"])
    def test_what_is_put_in_comes_out(self, tmp_path, where):
        store = EvaluationStore(where and tmp_path / where)
        each = [
            evaluation(0, 3, scores=(0.1 + 0.2, 1 / 3), test_score=2 / 3, seconds=1.5),
            evaluation(12, trees=16, provisional=True),
            evaluation(12, trees=500),
        ]
        put(store, *each)
        if where:
            store.close()
        shelf = store.shelf("it", ABOUT)
        found = [shelf.get(place_of(e.subset, e.trees), "formula") for e in each]
        assert found == each
        assert shelf.get(place_of((0, 3), None), "another name").estimator == "another name"
        assert shelf.get(place_of((0,), None), "formula") is None

    def test_problems_are_kept_apart(self, path):
        with EvaluationStore(path) as store:
            put(store, evaluation(0), fingerprint="one")
            put(store, evaluation(0, scores=(1.0,)), evaluation(1), fingerprint="other")
        with EvaluationStore(path) as store:
            one, other = store.problems()
            assert (one.evaluations, other.evaluations) == (1, 2)
            assert store.evaluations(one) == [evaluation(0)]
            assert store.evaluations(other)[0].scores == (1.0,)

    def test_the_evaluation_with_the_most_trees_is_read_with_its_rounds(self, path):
        with EvaluationStore(path) as store:
            put(
                store, *(evaluation(1, trees=trees, scores=(trees / 64,)) for trees in (32, 16, 64))
            )
            (problem,) = store.problems()
            (found,) = store.evaluations(problem)
        assert found.trees == 64
        assert found.rounds == ((16, 0.25, 0.25), (32, 0.5, 0.5))

    def test_a_store_can_be_copied_and_pickled(self, path):
        for store in (EvaluationStore(path), EvaluationStore()):
            put(store, evaluation(0))
            for again in (pickle.loads(pickle.dumps(store)), copy.deepcopy(store)):
                (problem,) = again.problems()
                assert again.evaluations(problem) == [evaluation(0)]

    def test_what_other_processes_write_is_seen(self, path):
        with EvaluationStore(path) as mine, EvaluationStore(path) as theirs:
            put(mine, evaluation(0))
            mine.flush()
            put(theirs, evaluation(1))
            theirs.flush()
            assert len(mine.shelf("it", ABOUT)) == len(theirs.shelf("it", ABOUT)) == 2
            put(mine, evaluation(1))
            assert len(mine.shelf("it", ABOUT)) == 2
        assert count(path) == 2

    def test_writing_comes_soon_not_only_at_the_end(self, path):
        store = EvaluationStore(path)
        put(store, evaluation(0))
        time.sleep(0.6)
        put(store, evaluation(1))
        assert count(path) == 2
        store.close()

    def test_a_fork_has_a_connection_of_its_own(self, path):
        store = EvaluationStore(path)
        put(store, evaluation(0))
        child = multiprocessing.get_context("fork").Process(
            target=lambda: (put(store, evaluation(1)), store.close())
        )
        child.start()
        child.join(30)
        assert child.exitcode == 0
        put(store, evaluation(2))
        store.close()
        assert count(path) == 3


class TestRemembering:
    def test_nothing_is_evaluated_twice(self, path):
        evaluator = FormulaEvaluator([0.5, 0.4, 0.3, 0.2])
        tasks = [Task("formula", (0,)), Task("formula", (1, 2))]
        for _ in range(2):
            with EvaluationStore(path) as store:
                memory = Remembered(evaluator.evaluate_all, store, {"formula": "it"}, {})
                found = set(memory.evaluate(tasks))
        assert found == set(FormulaEvaluator([0.5, 0.4, 0.3, 0.2]).evaluate_all(tasks))
        assert evaluator.calls == [(0,), (1, 2)]


class TestSearching:
    def test_resuming_is_running_again(self, path):
        expected = forest_search().fit(X, Y).schedule_
        for stopped in (3, 7, 12):
            forest_search(path, effort=stopped).fit(X, Y)
        before = count(path)
        assert forest_search(path).fit(X, Y).schedule_ == expected
        assert count(path) > before
        written = rows(path)
        assert forest_search(path).fit(X, Y).schedule_ == expected
        assert rows(path) == written

    def test_an_estimator_of_any_kind_resumes(self, path, monkeypatch):
        expected = iris_search().fit(IRIS, SPECIES).schedule_
        iris_search(store=path, effort=6).fit(IRIS, SPECIES)
        assert iris_search(store=path).fit(IRIS, SPECIES).schedule_ == expected
        monkeypatch.setattr(Fitting, "evaluate", pytest.fail)
        assert iris_search(store=path).fit(IRIS, SPECIES).schedule_ == expected

    def test_without_a_random_state_the_seed_is_kept_in_the_store(self, path):
        first = forest_search(path, random_state=None, effort=5).fit(X, Y).schedule_
        before = count(path)
        again = forest_search(path, random_state=None, effort=5).fit(X, Y).schedule_
        assert again == first
        assert count(path) == before
        forest_search(path, random_state=None, effort=5).fit(X + 1, Y)
        assert count(path) > before

    @pytest.mark.parametrize(
        "other",
        [
            {"random_state": 1},
            {"scoring": "roc_auc"},
            {"estimator": RandomForestClassifier(99)},
            {"estimator": LogisticRegression()},
            {"validation": 3},
            {"test_size": 0.3},
        ],
    )
    def test_other_settings_are_kept_apart(self, path, other):
        forest_search(path, effort=5).fit(X, Y)
        settings = {"estimator": RandomForestClassifier(100), "random_state": 0, "effort": 5}
        alone = BudgetSearch(**(settings | other)).fit(X, Y).schedule_
        shared = BudgetSearch(**(settings | other), store=path).fit(X, Y).schedule_
        assert shared == alone
        with EvaluationStore(path) as store:
            assert len(store.problems()) == 2

    def test_prices_budgets_sequences_and_jobs_share_what_is_there(self, path):
        forest_search(path, sequences="exhaustive", stop_early=False).fit(X[["v0", "v1"]], Y)
        before = count(path)
        other = {"prices": {"v0": 5, "v1": 1}, "budget": 5, "sequences": "singles", "n_jobs": 2}
        forest_search(path, stop_early=False, **other).fit(X[["v0", "v1"]], Y)
        assert count(path) == before

    def test_a_store_as_a_whole_belongs_in_the_schedule_as_far_as_limits_allow(self, path):
        everything = iris_search().fit(IRIS, SPECIES).schedule_
        iris_search(store=path).fit(IRIS, SPECIES)
        few = {"effort": 1, "store": EvaluationStore(path, whole=True)}
        found = iris_search(**few).fit(IRIS, SPECIES).schedule_
        assert list(found) == list(everything)
        assert len(found.visits) == 1
        a, b, *_ = IRIS.columns
        limited = iris_search(**few, budget=12, keep=[a], exclude=[b]).fit(IRIS, SPECIES).schedule_
        assert {e.subset for e in limited.evaluations} == {(0,), (0, 3)}
        alone = iris_search(effort=1, store=path).fit(IRIS, SPECIES).schedule_
        assert alone == iris_search(effort=1).fit(IRIS, SPECIES).schedule_

    def test_of_a_whole_store_only_subsets_of_all_estimators_count(self, path):
        trees = {name: DecisionTreeClassifier(max_depth=d) for d, name in enumerate("ab", 2)}
        iris_search({"a": trees["a"]}, store=path).fit(IRIS, SPECIES)
        few = iris_search(trees, effort=2, store=EvaluationStore(path, whole=True))
        assert len(few.fit(IRIS, SPECIES).schedule_.evaluations) == 4

    def test_two_estimators_that_are_the_same_share_under_their_own_names(self, path):
        both = {name: DecisionTreeClassifier(max_depth=2) for name in ("a", "b")}
        for _ in range(2):
            found = iris_search(both, store=path).fit(IRIS, SPECIES).schedule_
            assert {e.estimator for e in found.evaluations} == {"a", "b"}

    def test_a_store_object_serves_several_searches(self):
        store = EvaluationStore()
        first = forest_search(store).fit(X, Y).schedule_
        assert forest_search(store).fit(X, Y).schedule_ == first
        assert len(store.problems()) == 1

    def test_a_store_that_is_shared_stays_open_when_a_search_ends(self, path):
        with EvaluationStore(path) as store:
            put(store, evaluation(0))
            shelf = store.shelf("it", ABOUT)
            forest_search(store, effort=2).fit(X, Y)
            assert store.shelf("it", ABOUT) is shelf
            put(store, evaluation(1))
        assert count(path) > 2

    def test_searches_in_threads_share_a_store(self, path):
        with EvaluationStore(path) as store:

            def fit(seed):
                found = forest_search(store, random_state=seed, effort=6).fit(X, Y)
                store.problems()
                return found.schedule_

            with ThreadPoolExecutor(4) as threads:
                found = list(threads.map(fit, [0, 1, 0, 1, 2, 2]))
        assert found == [
            forest_search(random_state=seed, effort=6).fit(X, Y).schedule_
            for seed in (0, 1, 0, 1, 2, 2)
        ]

    def test_a_store_that_somebody_closes_can_be_used_on(self, path):
        with EvaluationStore(path) as store:
            put(store, evaluation(0))
            store.close()
            store.put("it", place_of((1,), None), evaluation(1))
        assert count(path) == 2

    def test_every_method_waits_for_its_turn(self, path):
        store = EvaluationStore(path)
        put(store, evaluation(0))
        (problem,) = store.problems()
        calls = {
            "put": lambda: put(store, evaluation(1)),
            "flush": store.flush,
            "problems": store.problems,
            "evaluations": lambda: store.evaluations(problem),
            "seed": lambda: store.seed_for("data", 1),
            "state": store.__getstate__,
            "close": store.close,
        }
        with ThreadPoolExecutor(len(calls)) as threads:
            with store._lock:
                waiting = {name: threads.submit(call) for name, call in calls.items()}
                time.sleep(0.1)
                assert [name for name, call in waiting.items() if call.done()] == []
            for call in waiting.values():
                call.result(10)

    def test_continuing_under_new_prices_uses_the_store(self, path):
        search = forest_search(path).fit(X, Y)
        first = search.reprice({"v0": 20}).schedule_
        before = rows(path)
        assert search.reprice({"v0": 20}).schedule_ == first
        assert rows(path) == before

    def test_partial_results_can_be_read_while_the_search_runs(self, path):
        prices = PriceList(names=list(X.columns))
        read = []

        def look(progress):
            time.sleep(0.05)
            if progress.subsets == 15 and not read:
                with EvaluationStore(path) as store:
                    (problem,) = store.problems()
                    read.append(ModelSchedule(store.evaluations(problem), prices))
                assert problem.about["variables"] == list(X.columns)

        final = forest_search(path, effort=look).fit(X, Y).schedule_
        assert 1 <= len(read[0].evaluations) < len(final.evaluations)


class TestVersions:
    """Files kept from each version of the store; `python tests/test_store.py` adds one."""

    @pytest.mark.parametrize("version", range(1, len(schema.STEPS) + 1))
    def test_files_of_all_versions_are_read_and_go_on(self, tmp_path, version):
        path = tmp_path / "kept.sqlite"
        path.write_bytes((KEPT / f"version-{version}.sqlite").read_bytes())
        expected = json.loads((KEPT / f"version-{version}.json").read_text())
        with EvaluationStore(path) as store:
            (problem,) = store.problems()
            found = {
                ",".join(map(str, e.subset)): list(e.scores) for e in store.evaluations(problem)
            }
        assert found == expected
        before = rows(path)
        kept_search(path).fit(*kept_data())
        assert rows(path) == before, (
            "the same search is not found in the kept file: if its scores have changed, raise "
            "SEMANTICS (or FOREST) and keep a new file; else the fingerprint has changed by mistake"
        )

    def test_a_step_is_taken_whole_and_keeps_what_is_there(self, path, monkeypatch):
        with EvaluationStore(path) as store:
            put(store, evaluation(0))
        more = ("ALTER TABLE evaluations ADD COLUMN mood TEXT", "CREATE TABLE more (x)")
        monkeypatch.setattr(schema, "STEPS", [*schema.STEPS, (*more, "nonsense")])
        with EvaluationStore(path) as store, pytest.raises(StoreError):
            store.problems()
        monkeypatch.setattr(schema, "STEPS", [*schema.STEPS[:-1], more])
        with EvaluationStore(path) as store:
            (problem,) = store.problems()
            assert store.evaluations(problem) == [evaluation(0)]


def kept_data():
    rng = np.random.default_rng(0)
    table = rng.integers(0, 8, size=(80, 3)).astype(float)
    return table, (table[:, 0] + rng.integers(0, 4, size=80) > 5).astype(int)


def kept_search(path):
    forest = RandomForestClassifier(60)
    return BudgetSearch(forest, sequences="exhaustive", random_state=0, store=path)


def keep_a_file():
    """Add the file of the newest version."""
    path = KEPT / f"version-{len(schema.STEPS)}.sqlite"
    path.unlink(missing_ok=True)
    schedule = kept_search(path).fit(*kept_data()).schedule_
    scores = {",".join(map(str, e.subset)): e.scores for e in schedule.evaluations}
    path.with_suffix(".json").write_text(json.dumps(scores, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    keep_a_file()
