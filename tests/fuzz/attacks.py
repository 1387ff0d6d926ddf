"""All attacks by name, and how often each is drawn."""

from fuzz.asking import negotiate, schedule_file
from fuzz.commands import command, run_folder, sound_runs
from fuzz.pricing import price_file, price_list
from fuzz.reading import table_file
from fuzz.running import Attack
from fuzz.searching import compile_all, predict, search
from fuzz.stores import expected, sound_store, store

ATTACKS: dict[str, tuple[Attack, int]] = {
    "search": (search, 6),
    "predict": (predict, 1),
    "negotiate": (negotiate, 4),
    "price_list": (price_list, 4),
    "schedule_file": (schedule_file, 3),
    "price_file": (price_file, 3),
    "table_file": (table_file, 4),
    "store": (store, 2),
    "run_folder": (run_folder, 3),
    "command": (command, 3),
}


def prepare(names: list[str]) -> None:
    """Make what cases start from, and have everything compiled, once for all."""
    if set(names) & {"search", "predict", "command"}:
        compile_all()
    if "store" in names:
        expected()
        sound_store()
    if "run_folder" in names:
        sound_runs()
