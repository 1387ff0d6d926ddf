"""Compare pennyweight's schedules with those of others; `comparison.py` says how."""

from benchmarks.quality.comparison import main

if __name__ == "__main__":
    main()
