"""The two ways in which bridge input can be wrong: unreadable, or not allowed."""


class ParseError(ValueError):
    """Text that cannot be read: says what was given and what would be right."""


class IllegalPlay(ValueError):
    """A card that may not be played now: says which card, by whom and why not."""
