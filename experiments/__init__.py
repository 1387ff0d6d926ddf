"""The paper's figures and tables, made again; see docs/experiments.md for what was found."""
