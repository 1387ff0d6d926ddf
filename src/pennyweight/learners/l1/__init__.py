"""The path of a logistic regression or a lasso under an L1 penalty."""

from pennyweight.learners.l1.path import lasso_coefficients, logistic_path

__all__ = ["lasso_coefficients", "logistic_path"]
