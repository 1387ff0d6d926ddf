"""The paper's rivals."""

from pennyworth.baselines.cost_forest import CostForestSequence, rf_b
from pennyworth.baselines.logit import logit_b

__all__ = ["CostForestSequence", "logit_b", "rf_b"]
