"""The loops of the forest, compiled by Numba. Read `grow` first."""
