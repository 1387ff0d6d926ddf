"""The command line: parse, call the library, print."""

from pennyworth.cli.interrupting import ending_at_once

with ending_at_once():
    from pennyworth.cli.app import app, main

__all__ = ["app", "main"]
