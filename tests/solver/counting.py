"""Legal and normal lines by depth: as the search sees them, and slowly."""

from functools import cache


def counted(lines, depth, *, normal):
    """Return how many lines of so many cards the search goes through."""

    @cache
    def count(node, left):
        if left == 0:
            return 1
        options = lines.plays(node) if normal else lines.legal(node)
        return sum(count(option.node, left - 1) for option in options)

    return count(lines.root, depth)


def counted_slowly(reference, depth, *, normal):
    """Return the same from real cards and the rules written out."""

    @cache
    def count(state, left):
        if left == 0:
            return 1
        hands, table, leader, shown, forgotten, need = state
        seat = reference.turn(leader, table)
        cards = reference.legal(hands[seat], table, leader)
        if normal and (seat - reference.claimer) % 2 == 0:
            cards, _ = reference.normal(
                hands, table, leader, shown, forgotten, need, (), cards
            )
        return sum(
            count(
                reference.step(
                    hands, table, leader, shown, forgotten, need, seat, card
                )[0],
                left - 1,
            )
            for card in cards
        )

    root = (
        reference.hands,
        reference.table,
        reference.leader,
        reference.shown,
        reference.forgotten,
        reference.need,
    )
    return count(root, depth)
