"""Prices in the forms that people have them in, each read into items."""
