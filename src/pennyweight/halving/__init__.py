"""As many trees as the answer needs."""

from pennyweight.halving.growing import finish

__all__ = ["finish"]
