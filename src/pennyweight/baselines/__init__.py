"""The paper's rivals."""

from pennyweight.baselines.cost_forest import CostForestSequence, rf_b
from pennyweight.baselines.logit import logit_b

__all__ = ["CostForestSequence", "logit_b", "rf_b"]
