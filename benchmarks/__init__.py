"""Benchmarks, side by side with others: `python -m benchmarks.<room>.<name>`; see README.md."""

from pathlib import Path

RESULTS_FOLDER = Path(__file__).parent / "results"
