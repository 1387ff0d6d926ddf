"""The tables of a store, as steps from one version to the next."""

import sqlite3

from pennyweight.exceptions import StoreError

APPLICATION = 0x504E5957  # "PNYW", in the header of the file

# Step n leads from version n to version n + 1; a new file takes all of them.
STEPS: list[tuple[str, ...]] = [
    (
        # A fingerprint stands for the data, the folds, the estimator, the scoring and the seed.
        """CREATE TABLE problems (
            id INTEGER PRIMARY KEY,
            fingerprint TEXT NOT NULL UNIQUE,
            about TEXT NOT NULL  -- JSON, to be read by people
        )""",
        # 0 trees: the estimator is no forest that grows in rounds.
        """CREATE TABLE evaluations (
            id INTEGER PRIMARY KEY,
            problem INTEGER NOT NULL REFERENCES problems (id),
            subset TEXT NOT NULL,
            trees INTEGER NOT NULL,
            record TEXT NOT NULL,  -- JSON: the other fields of the evaluation
            seconds REAL,
            UNIQUE (problem, subset, trees)
        )""",
        # The seed of searches that gave none, by the fingerprint of their data.
        "CREATE TABLE seeds (data TEXT PRIMARY KEY, seed INTEGER NOT NULL)",
    ),
    (
        # What was measured before the search: the rounds of trees of a forest, as JSON.
        """CREATE TABLE pilots (
            problem INTEGER PRIMARY KEY REFERENCES problems (id),
            record TEXT NOT NULL
        )""",
    ),
]


def check(connection: sqlite3.Connection, path: str) -> bool:
    """Tell whether the tables are there and up to date; refuse a file that is no store."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if application == 0 and version == 0 and tables == 0:
        return False
    if application != APPLICATION:
        raise StoreError(
            f"{path} is a database, but not a store of evaluations; give the path of a new file."
        )
    if version > len(STEPS):
        raise StoreError(
            f"{path} is a store of version {version}, and this pennyweight knows versions up to "
            f"{len(STEPS)}; install a newer pennyweight, or give the path of a new file."
        )
    return bool(version == len(STEPS))


def bring_up_to_date(connection: sqlite3.Connection) -> None:
    """Take the steps that a file lacks, in the transaction that is open: all of them, or none."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    for step in STEPS[version:]:
        for statement in step:
            connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {len(STEPS)}")
