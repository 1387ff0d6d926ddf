"""Attack the package at random until the time is up, or repeat one case.

python -m fuzz                      # FUZZ_SECONDS long (60), from FUZZ_SEED (0) on
python -m fuzz search negotiate     # only these attacks
python -m fuzz search:0:17          # one case again, and all that it says
"""

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")  # no threads, as cases are forked
os.environ.setdefault("POLARS_MAX_THREADS", "1")
os.environ.setdefault("MPLBACKEND", "agg")

import random
import sys
import time
from collections import Counter, defaultdict

from fuzz.attacks import ATTACKS, prepare
from fuzz.running import Outcome, run

Found = dict[tuple[str, str], list[str]]
KINDS = "answered", "refused", "failed"


def main(*given: str) -> int:
    single = [each for each in given if ":" in each]
    names = [each for each in given if ":" not in each] or [*ATTACKS]
    prepare([each.partition(":")[0] for each in single] or names)
    if single:
        return max(repeat(seed) for seed in single)
    seconds = float(os.environ.get("FUZZ_SECONDS", "60"))
    return attack(names, seconds, os.environ.get("FUZZ_SEED", "0"))


def repeat(seed: str) -> int:
    """Try one case, and tell all of it."""
    outcome = run(ATTACKS[seed.partition(":")[0]][0], seed)
    print(f"{seed}: {outcome.kind} {outcome.fault}\n{outcome.text}")
    return int(outcome.kind == "failed")


def attack(names: list[str], seconds: float, seed: str) -> int:
    """Try case after case until the time is up; return 1 when any failed."""
    rng, ends = random.Random(seed), time.monotonic() + seconds
    counts: Counter[tuple[str, str]] = Counter()
    failed: Found = defaultdict(list)
    weights, say_at = [ATTACKS[name][1] for name in names], 300.0
    while (left := ends - time.monotonic()) > 0:
        if seconds - left > say_at:
            say_at += 300
            print(f"{(seconds - left) / 60:.0f} min: {sum(counts.values())} cases", flush=True)
        (name,) = rng.choices(names, weights)
        case = f"{name}:{seed}:{sum(counts.values())}"
        outcome = run(ATTACKS[name][0], case)
        counts[name, outcome.kind] += 1
        if outcome.kind == "failed":
            tell(case, outcome, first=not (outcome.place and failed[outcome.fault, outcome.place]))
            failed[outcome.fault, outcome.place].append(case)
    summarise(counts, failed, names)
    return int(bool(failed))


def tell(case: str, outcome: Outcome, *, first: bool) -> None:
    """Tell all of what fails for the first time, and that it failed of what has failed before."""
    print(f"FAILED {case}: {outcome.fault} ({outcome.place})", flush=True)
    if first:
        print(shortened(outcome.text), flush=True)


def shortened(text: str) -> str:
    """Return the beginning and the end of a text."""
    return text if len(text) < 8000 else f"{text[:4000]}\n[...]\n{text[-4000:]}\n"


def summarise(counts: Counter[tuple[str, str]], failed: Found, names: list[str]) -> None:
    print(f"{'attack':<15}" + "".join(f"{kind:>10}" for kind in KINDS))
    for name in names:
        print(f"{name:<15}" + "".join(f"{counts[name, kind]:>10}" for kind in KINDS))
    print(f"{sum(counts.values())} cases, {sum(map(len, failed.values()))} failed")
    for (fault, place), cases in failed.items():
        print(f"{len(cases):>5} x {fault} ({place}); once more: make fuzz CASE={cases[0]}")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
