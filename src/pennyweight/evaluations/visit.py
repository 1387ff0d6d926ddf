"""Visit: which sequence proposed which subset."""

from dataclasses import dataclass

from pennyweight.subsets import Subset


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """A subset that a sequence proposed and that was evaluated."""

    sequence: str
    subset: Subset
