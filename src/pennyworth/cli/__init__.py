"""The command line: parse, call the library, print."""

from pennyworth.cli.app import app, main

__all__ = ["app", "main"]
