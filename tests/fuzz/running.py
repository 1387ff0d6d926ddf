"""A case in a process of its own, so that a crash or a hang is found and harms no other case."""

import faulthandler
import json
import os
import random
import resource
import signal
import tempfile
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from fuzz.case import Case
from fuzz.judging import fault_of, place_of
from pennyweight.learners.forest.compiled import announcing as compiling

SECONDS = float(os.environ.get("FUZZ_LIMIT", "20"))  # more is a hang
TO_COMPILE = 12 * SECONDS
MEMORY = 8 * 2**30  # bytes of address space; who asks for more fails

Attack = Callable[[Case], None]


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """How a case ended: answered, refused, or failed, and where."""

    kind: str
    fault: str = ""
    place: str = ""  # so that what is found often is seen once
    text: str = ""  # what was tried, and the trace


def run(attack: Attack, seed: str) -> Outcome:
    """Try one case in a forked process."""
    with tempfile.TemporaryDirectory(prefix="fuzz-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        child = os.fork()
        if child == 0:
            _be_the_child(attack, seed, folder)
        _, status = os.waitpid(child, 0)
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)  # whom it has started
        text = (folder / "output.txt").read_text("utf-8", "replace")
        verdict = folder / "verdict.json"
        if verdict.exists():
            return Outcome(**json.loads(verdict.read_text()), text=text)
        code = os.waitstatus_to_exitcode(status)
        fault = f"ended by {signal.Signals(-code).name}" if code < 0 else "hung, or left"
        return Outcome(kind="failed", fault=fault, text=text)


def _be_the_child(attack: Attack, seed: str, folder: Path) -> None:
    code = 1
    try:
        os.setpgid(0, 0)
        output = os.open(folder / "output.txt", os.O_CREAT | os.O_WRONLY | os.O_APPEND)
        os.dup2(output, 1)
        os.dup2(output, 2)
        faulthandler.enable(output)
        faulthandler.dump_traceback_later(SECONDS, exit=True, file=output)
        compiling._say = partial(_wait_for_compiling, output)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        work = folder / "work"
        work.mkdir()
        os.chdir(work)
        verdict = attempt(attack, seed, work)
        faulthandler.cancel_dump_traceback_later()
        (folder / "part.json").write_text(json.dumps(verdict))
        (folder / "part.json").rename(folder / "verdict.json")
        code = 0
    finally:
        os._exit(code)


def _wait_for_compiling(output: int, of: str) -> None:
    """Be patient once: what is compiled here is on disk for the next case."""
    print(f"compiling for {of}", flush=True)
    faulthandler.dump_traceback_later(TO_COMPILE, exit=True, file=output)


def attempt(attack: Attack, seed: str, folder: Path) -> dict[str, str]:
    """Try one case here, and judge how it ends."""
    case = Case(rng=random.Random(seed), folder=folder)
    try:
        attack(case)
    except BaseException as error:
        traceback.print_exception(error)
        wrong = isinstance(error, AssertionError)
        fault = "a wrong answer" if wrong else fault_of(error, case.culprits)
        if fault is None:
            return {"kind": "refused"}
        return {"kind": "failed", "fault": fault, "place": place_of(error)}
    return {"kind": "answered"}
