"""The laws as the program holds them, to read: no case, no row, open to everybody."""
