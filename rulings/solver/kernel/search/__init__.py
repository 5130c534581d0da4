"""The two searches, their tables, and what bounds them."""
