"""The report of a run as one file: agreement, times, lapses, and boards to look at."""
