"""Results as a scorer sends them: typed in a grid, or as a list."""
