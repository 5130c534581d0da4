"""PBN: games of a file, read and written."""
