"""A random forest made for subset search: bin once, score while growing (Numba)."""
