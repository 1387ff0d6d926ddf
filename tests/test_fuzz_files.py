"""Random attacks on files, stores, run folders and the command line; `make fuzz` tries more."""

from fuzz.suite import half_a_minute_of


def test_random_attacks_on_files_find_nothing():
    told = half_a_minute_of(
        *("table_file", "price_file", "schedule_file", "store", "run_folder", "command")
    )
    assert "0 failed" in told
