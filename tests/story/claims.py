"""The acts of a contested claim on the director's screens, gesture by gesture."""


def take_call(hand, world, number):
    """Take a new call for a board."""
    hand.press("New call")
    board(hand, world, number)


def board(hand, world, number):
    """Tap a board of the tables in play."""
    hand.tap(f'button[name="playing"][value="{world.playing(number).pk}"]')
    hand.comes_to("claim")


def contract(hand, level, strain, declarer):
    """Enter a contract that nobody has entered yet."""
    hand.tile("level", level)
    hand.tile("strain", strain)
    hand.tile("declarer", declarer)


def claim(hand, left):
    """Enter declarer's claim, which needs no tap, with so many tricks left."""
    hand.tile("left", left)
    hand.press("Next")
    hand.comes_to("statement")


def words(hand, step):
    """Add one step to the statement; both sides agree that it was said so."""
    hand.tap(f'button[name="add"][value="{step}"]')
    hand.press("Keep:")
    hand.comes_to("objections")


def doubt(hand, *seats):
    """Tap the seats that object, and go on."""
    for seat in seats:
        hand.tap(f'button[name="seat"][value="{seat}"]')
        hand.page.locator(f".seat.objects.at-{seat}").wait_for()
    hand.tap(".dock button.main")


def both_doubt(hand, side):
    """Tap that both seats of a side object, which goes on."""
    hand.tap(f'button[name="seat"][value="{side}"]')


def forgotten(hand):
    """Say that the trump may have been forgotten."""
    hand.tap('button[name="aware_of_trump"][value="not_aware"]')


def accept(hand):
    """Accept what the button says, as soon as it can be tapped."""
    hand.tap(".dock button.main:has-text('Accept')")
    hand.comes_to("ruling")


def announce(hand):
    """Announce the ruling that has been read out."""
    hand.press("Announced to both sides")
    hand.comes_to("announced")


def settle(hand):
    """Go from the proposal's one question to the announcement."""
    forgotten(hand)
    accept(hand)
    announce(hand)


def mark_five_cards(hand):
    """Mark five cards each of board 1; South, who claimed, is on lead."""
    hand.mark("N:HK-Q", "N:DA-J", "E:H5", "E:DT-7", "E:CT-6")
    hand.mark("S:S7-2", "S:H3", "S:D9", "W:S6", "W:H9", "W:DK-5")
