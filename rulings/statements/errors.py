"""What can be wrong with a statement of claim beyond being unreadable."""


class AmbiguousStatement(ValueError):
    """Words that can be taken in two ways: says which, so that somebody can choose."""
