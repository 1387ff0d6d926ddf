"""The command line: parse, call the library, print."""

from pennyweight.cli.interrupting import ending_at_once

with ending_at_once():
    from pennyweight.cli.app import app, main

__all__ = ["app", "main"]
