"""Compare the compiled forest with other forests; `comparison.py` says how."""

import sys

from benchmarks.forest.comparison import main

if __name__ == "__main__":
    main(sys.argv[1:])
