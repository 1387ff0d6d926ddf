"""Attacks on stores: a search with a changed store ends as it should, or names the store."""

import sqlite3
import tempfile
from contextlib import closing
from functools import cache
from pathlib import Path

from sklearn.ensemble import RandomForestClassifier

from fuzz.case import Case
from fuzz.harm import ODD_VALUES, harmed
from fuzz.plain import check_schedule
from helpers.toys import toy_table
from pennyweight import BudgetSearch, EvaluationStore, ModelSchedule

FILE = "run.sqlite"


def searched(store: Path | None) -> ModelSchedule:
    X, y = toy_table(4)
    forest = RandomForestClassifier(20)
    return BudgetSearch(forest, effort=8, random_state=0, store=store).fit(X, y).schedule_


@cache
def expected() -> ModelSchedule:
    return searched(None)


@cache
def sound_store() -> bytes:
    """Return the bytes of a store, read once for all cases."""
    with tempfile.TemporaryDirectory() as folder:
        searched(Path(folder) / FILE)
        return (Path(folder) / FILE).read_bytes()


def store(case: Case) -> None:
    """Change a store, then search with it, or look into it."""
    path = case.folder / FILE
    path.write_bytes(sound_store())
    case.blame(path.name)
    by_fields = case.chance(0.5)
    change_rows(case, path) if by_fields else harmed(case, path)
    if case.chance(0.2):
        beside = path.with_name(FILE + case.rng.choice(["-wal", "-shm", "-journal"]))
        beside.write_bytes(case.rng.randbytes(case.rng.choice([0, 32, 4096, 33000])))
    if case.chance(0.3):
        with EvaluationStore(path) as opened:
            for problem in opened.problems():
                opened.evaluations(problem)
                repr(problem.estimator)
    found = searched(path)
    check_schedule(found)
    assert len(found.evaluations) >= len(expected().evaluations)


def change_rows(case: Case, path: Path) -> None:
    """Change fields of the tables, as anybody can with SQL."""
    with closing(sqlite3.connect(path)) as connection:
        for _ in range(case.rng.choice([1, 1, 3])):
            statement, given = case.rng.choice(STATEMENTS), ()
            statement += (
                f" WHERE id = {case.rng.randint(1, 9)}"
                if "SET" in statement and case.chance(0.7)
                else ""
            )
            if "?" in statement:
                value = case.rng.choice(ODD_VALUES)
                given = (
                    value if isinstance(value, str | int | float) else case.rng.choice(RECORDS),
                )
            case.tell(statement=statement, given=given)
            try:
                connection.execute(statement, given)
            except (sqlite3.Error, OverflowError, UnicodeEncodeError) as error:
                case.tell(not_done=error)
        connection.commit()


STATEMENTS = [
    *(f"UPDATE evaluations SET {name} = ?" for name in ("record", "subset", "trees", "seconds")),
    "UPDATE evaluations SET record = replace(record, 'scores', 'points')",
    "UPDATE evaluations SET record = replace(record, '0.', 'NaN, 0.')",
    "UPDATE evaluations SET record = replace(record, '[', '[[')",
    "UPDATE problems SET about = ?",
    "UPDATE problems SET fingerprint = ?",
    "UPDATE seeds SET seed = ?",
    "UPDATE evaluations SET problem = 99",
    "DELETE FROM evaluations",
    "DELETE FROM problems",
    "DROP TABLE evaluations",
    "DROP TABLE seeds",
    "ALTER TABLE evaluations RENAME COLUMN record TO records",
    "CREATE TABLE more (id INTEGER)",
    "PRAGMA user_version = 99",
    "PRAGMA user_version = -1",
    "PRAGMA user_version = 0",
    "PRAGMA application_id = 1",
    "CREATE TRIGGER t BEFORE INSERT ON evaluations BEGIN SELECT RAISE(ABORT, 'no'); END",
    "CREATE VIEW v AS SELECT * FROM evaluations",
    "UPDATE evaluations SET subset = (SELECT max(subset) || ' ' FROM evaluations)",
]
RECORDS = [
    '{"scores": []}',
    '{"scores": [1, "a"]}',
    '{"scores": [NaN]}',
    '{"scores": [1e999]}',
    '{"scores": 3}',
    "[" * 3000,
    "[1]",
    b"\xff\x00",
]
