"""Results, texts, names, files and keys are proven beside the chain (T11)."""

import uuid

import pytest

from rulings.models import ImportFile, KeyUse, Person, Private, Result
from rulings.workflow.event import imports
from rulings.workflow.event.files import read_kept_file
from rulings.workflow.log import digest
from rulings.workflow.ruling import decide
from tests.factories import make_case
from tests.workflow.tampering import found, in_column, other, remove, set_column

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast(as_seeded):
    return as_seeded


def test_the_bytes_of_a_result_are_proven_by_their_hash(cast):
    row = Result.objects.get()
    set_column(row, "data", b'{"award":8}')

    assert found() == [f"result {row.result_hash[:12]}: its bytes were changed"]


def test_a_removed_result_is_missed(cast):
    row = Result.objects.get()
    remove(row)

    assert found() == [f"result {row.result_hash[:12]}: is missing"]


@pytest.mark.parametrize(
    ("column", "value"), [("text", "I have them all."), ("salt", b"0" * 16)]
)
def test_a_changed_text_is_found(cast, column, value):
    row = Private.objects.filter(text="I have the rest.").first()

    set_column(row, column, value)

    assert found() == [f"text {row.commitment[:12]}: was changed"]


def test_a_removed_text_is_missed(cast):
    row = Private.objects.filter(text="I have the rest.").first()
    remove(row)

    assert found() == [f"text {row.commitment[:12]}: is missing"]


def test_a_removed_reason_that_stands_in_no_row_is_missed(cast):
    case = make_case(cast, state="ruled")
    decide.send_back(cast.form(cast.cleo), case.pk, reason="Ask about the club.")
    row = Private.objects.get(text="Ask about the club.")
    remove(row)

    assert found() == [f"text {row.commitment[:12]}: is missing"]


def test_a_changed_name_is_found(cast):
    person = Person.objects.order_by("pk").first()

    set_column(person, "name", "Somebody Else")

    assert found() == [f"person {person.pk}: the name was changed"]


def test_a_removed_name_is_missed(cast):
    person = Person.objects.order_by("pk").first()
    remove(person)

    assert found() == [f"person {person.pk}: the name is missing"]


def test_a_name_nobody_entered_is_found(cast):
    person = Person.objects.order_by("pk").first()
    stray = uuid.uuid4()

    set_column(person, "participant_id", in_column(Person._meta.pk, stray))

    assert found() == [
        f"person {stray}: no entry has entered this person",
        f"person {person.pk}: the name is missing",
    ]


PBN = b"""% PBN 2.1
[Event "Club"]
[Board "91"]
[Dealer "S"]
[Vulnerable "None"]
[Deal "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"]
"""


def taken_file(cast):
    file = imports.keep_file(cast.form(cast.cleo), cast.event, "club.pbn", PBN)
    read_kept_file.call(str(file.pk))
    target = imports.Target(deal_set="other")
    imports.take_import(cast.form(cast.cleo), cast.event, file, target, [0])
    assert found() == []
    return ImportFile.objects.get(pk=file.pk)


def test_changed_bytes_of_a_file_are_found(cast):
    file = taken_file(cast)

    set_column(file, "data", PBN + b"%")

    assert found() == [f"file {file.pk}: its bytes were changed"]


def test_a_file_changed_with_its_hash_is_found(cast):
    file = taken_file(cast)

    set_column(file, "data", PBN + b"%")
    set_column(file, "sha256", digest(PBN + b"%"))

    assert found() == [
        f"file {file.pk}: no entry has taken it",
        f"file with hash {digest(PBN)[:12]}: is missing",
    ]


def test_a_changed_fingerprint_is_found(cast):
    use = KeyUse.objects.filter(chain=cast.event.pk).order_by("pk").first()

    set_column(use, "fingerprint", "0" * 64)

    assert found() == [f"key {use.key} of {use.actor}: its fingerprint was changed"]


@pytest.mark.parametrize("column", ["seq", "chain", "key", "actor"])
def test_a_key_that_points_elsewhere_is_found(cast, column):
    use = KeyUse.objects.filter(chain=cast.event.pk).order_by("pk").first()

    set_column(use, column, other(use, use._meta.get_field(column)))

    assert f"key {use.key} of {use.actor}: does not point to its entry" in found()


def test_a_removed_key_is_missed(cast):
    use = KeyUse.objects.filter(chain=cast.event.pk).order_by("pk").first()

    remove(use)

    assert found() == [f"key {use.key} of {use.actor}: does not point to its entry"]
