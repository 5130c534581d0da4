"""Rulings: made, announced, corrected, overruled, appealed."""
