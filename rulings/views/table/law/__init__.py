"""The questions of the law, their values and their outcomes."""
