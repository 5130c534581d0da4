"""Bridge values: cards, seats, positions, contracts, scores and their text forms.

Pure: no Django, no clock, no randomness. Nothing here knows the Laws of claims.
"""
