"""The compiled forest against other forests: alone, in a search, and stopped early."""
