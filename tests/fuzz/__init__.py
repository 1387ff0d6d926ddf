"""Random attacks on the package: `make fuzz`; CONTRIBUTING.md says what passes."""
