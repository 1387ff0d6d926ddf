"""What a search with a store survives, and what the store costs."""
