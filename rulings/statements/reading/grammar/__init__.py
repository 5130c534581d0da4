"""Phrases that the grammar knows, in its own order of words and in others (Law 68C)."""
