"""As many trees as the answer needs."""

from pennyworth.halving.growing import finish

__all__ = ["finish"]
