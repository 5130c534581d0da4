"""Readers of records other programs wrote: bytes in, boards and problems out.

Nothing here saves, opens a file, or knows of Django; one bad board never costs a file.
"""
