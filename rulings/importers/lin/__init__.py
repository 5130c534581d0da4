"""LIN: tables of a file or of links to a hand viewer, read and written."""
