"""What fits a subset when all that subsets share was prepared once."""
