"""What English claimers say beside a plan: courtesies, emphasis, what goes without.

None of it changes which cards are played; "even if" takes no condition.
"""

from __future__ import annotations

from rulings.statements.reading.vocabulary.english_phrases import (
    NTH,
    NUMBER,
    STOPS,
    SUIT,
)

ASIDES: tuple[tuple[str, str], ...] = (
    (
        "FILL",
        (
            r"(?:done|finished|easy|simple|simples)(?=\s*(?:[.,;!)]|$))|"
            r"(?:you|they) (?:can't|cannot|can not) (?:stop|prevent) (?:me|that)"
            r"(?: from)?|"
            rf"(?:last|final)(?= {NUMBER}\b(?! (?:trumps?\b|{SUIT})))|"
            r"more(?= (?:tricks?|rounds?)\b)|last(?= round\b)|"
            r"on(?= (?:the |an? )?(?:\w+ ){0,2}(?:finesse|hook|crossruff)\b)|"
            rf"(?:(?<=one )|(?<=two )|(?<=three ))more{STOPS}|"
            r"obviously|clearly|naturally|always|sorry|ok|okay|well|yes|thx|ty|tks|"
            r"thanks|thank you|pls|please|"
            r"cards(?= (?:are|is|were)\b)|all(?= (?:of )?dummy's\b)|"
            r"(?:setting|inevitable|obvious|same)(?= tricks?)|"
            r"to (?:establish|set up) (?:the|my|that) suit|"
            r"(?:in order )?to(?= (?:get|reach|set|establish)\b)|"
            r"when(?:ever)? (?:you|they|he|she) (?:like|want)s?(?: (?:it|to|them))?|"
            r"keep(?:s|ing)?(?: on)?(?= \w+ing\b)|let me see|it's (?:all )?over|"
            r"at (?:the )?(?:most|least|worst|best)|maximum|minimum|max|min|"
            r"all the way|from (?:now|here) on|on the way|"
            r"(?<=squeeze )(?:works|is working|comes)(?: automatically)?|"
            r"shall|easy(?= tricks?)|(?:i )?(?:have|need|must|has) to(?= give up\b)|"
            r"dummy's(?= \w+ \w+ (?:spade|heart|diamond|club)s)|"
            rf"to come{STOPS}|coming{STOPS}|(?:that is|that's) (?:your|my) lot|"
            r"show-?up(?= squeeze)|whatever (?:i|we) (?:do|play)|"
            r"no problem(?=\s*(?:[.,;!?]|$))|"
            rf"(?:cold|(?:the )?(?:hand|board)(?:'s| is) over|no defen[cs]e|"
            r"(?:to |let's )?save time|(?:we can |let's )?stop here|"
            rf"(?:game|slam|contract) (?:is )?made|play it out){STOPS}|"
            rf"is (?:my|the) {NTH} trick|"
            r"until (?:they are|they're|it is|it's|the suit is) (?:all )?"
            r"(?:good|high|established|set up)|"
            r"wherever (?:(?:you|they|i) wins? it)?|"
            r"at this point|(?:left )?(?:as|for) (?:an?|the|my) (?:re-?)?entry|"
            r"(?:(?<=trick )|(?<=tricks ))(?:left|more|to come)|"
            r"even if [^.,;:!?]+|whether or not [^.,;:!?]+|"
            r"(?:(?<=finesse )|(?<=hook ))"
            r"(?:(?:is |was )?(?:working|right)|works|worked|wins|won)|"
            r"win(?:ning|s)?(?: (?:it|this|that|the (?:trick|return|lead|switch)|"
            rf"(?:any|your|the) (?:{SUIT} )?(?:return|lead|switch|card)))?"
            r"(?=\s*(?:[.,;!?]|$|and\b))|"
            r"(?<=tricks )with|"
            r"(?:a )?(?:low|small)(?: one| card)?(?= to(?:wards)? )"
        ),
    ),
)
"""Rows tried behind the reports."""
