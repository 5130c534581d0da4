"""Slips and people: what chief and administrator set up."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from rulings.importers.movements import mitchell
from rulings.importers.schedules import read_schedule_csv
from rulings.models import Contestant, Entry, Participant, Pass, Person, Role
from rulings.permissions import EventAct
from rulings.queries.person import names_entered
from tests.factories import make_staff, make_user
from tests.people import phone, sent, tablet, text_of
from tests.views.desk.desks import at

pytestmark = pytest.mark.django_db


def test_slips_are_printed_once_with_square_and_code(cast, cleo):
    data = sent(session=cast.session.pk)

    page = cleo.post(at(cast, "passes"), data)

    assert len(page.context["slips"]) == 6
    body = page.content.decode()
    assert body.count("<svg") == 6
    assert "style=" not in body
    code = page.context["slips"][0].code
    assert code in body
    again = cleo.post(at(cast, "passes"), data)
    assert again.context["slips"] == []
    assert "cannot be shown again" in text_of(again)
    assert Pass.objects.count() == 6


def test_secrets_stand_in_no_table_and_no_entry(cast, cleo):
    page = cleo.post(at(cast, "passes"), sent(session=cast.session.pk))

    code = page.context["slips"][0].code.replace(" ", "")
    row = Pass.objects.order_by("contestant__number").first()
    assert code not in {row.code_hash, row.secret_hash}
    assert not any(code.encode() in bytes(entry.data) for entry in Entry.objects.all())


def test_new_slip_ends_the_one_before(cast, cleo):
    two = Contestant.objects.get(number=2)
    data = {"session": cast.session.pk, "contestants": [two.pk]}
    cleo.post(at(cast, "passes"), sent(**data))
    first = Pass.objects.get()

    cleo.post(at(cast, "passes"), sent(**data))

    first.refresh_from_db()
    assert first.revoked_at == cast.at
    assert Pass.objects.filter(revoked_at=None).get().contestant == two


def test_slip_is_revoked(cast, cleo):
    cleo.post(at(cast, "passes"), sent(session=cast.session.pk))
    row = Pass.objects.select_related("session", "contestant").first()

    response = cleo.post(at(cast, "pass_revoke", row.pk), sent())

    assert response.status_code == 303
    assert phone(row).get(reverse("player")).status_code == 403


def test_role_is_given_and_ended(cast, cleo):
    piotr = make_user("piotr")

    cleo.post(at(cast, "roles"), sent(username="piotr", role="director"))
    role = Role.objects.get(user=piotr)
    assert (role.role, role.since, role.until) == ("director", cast.at, None)
    assert tablet(piotr).get(reverse("queue", args=[cast.event.pk])).status_code == 200

    cleo.post(at(cast, "role_end", role.pk), sent())

    role.refresh_from_db()
    assert role.until == cast.at
    assert tablet(piotr).get(reverse("queue", args=[cast.event.pk])).status_code == 404


def test_a_role_ended_meanwhile_is_said_to_have_ended(cast, cleo):
    cleo.post(
        at(cast, "roles"), sent(username=make_user("piotr").username, role="director")
    )
    role = Role.objects.get(user__username="piotr")
    cleo.post(at(cast, "role_end", role.pk), sent())

    again = cleo.post(at(cast, "role_end", role.pk), sent())

    assert again.status_code == 422
    assert "Nothing was changed." in text_of(again)


def test_a_link_sent_twice_is_made_once(cast, cleo):
    piotr = make_user("piotr")
    cleo.post(at(cast, "roles"), sent(username="piotr", role="director"))
    player = Participant.objects.filter(event=cast.event, user=None).first()
    form = sent(user=piotr.pk, player=player.pk)

    answers = [cleo.post(at(cast, "account_link"), form) for _ in range(2)]

    assert [one.status_code for one in answers] == [303, 303]
    assert Participant.objects.get(user=piotr) == player
    entries = Entry.objects.filter(act=EventAct.LINK_ACCOUNT.value)
    assert entries.count() == 1


def test_chief_makes_no_chief(cast, cleo):
    make_user("piotr")

    refused = cleo.post(at(cast, "roles"), sent(username="piotr", role="chief"))

    assert refused.status_code == 422
    assert "You cannot give this role." in text_of(refused)
    assert not Role.objects.filter(user__username="piotr").exists()
    offered = cleo.get(at(cast, "roles")).context["form"].fields["role"].choices
    assert "chief" not in dict(offered)


def test_account_must_exist(cast, cleo):
    page = cleo.post(at(cast, "roles"), sent(username="nobody", role="scorer"))

    assert page.status_code == 422
    assert "no account of this name" in text_of(page)


def test_pairs_are_entered_and_their_names_stay_out_of_the_log(cast, cleo):
    lines = "11; Ewa Nowak; Jan Lis\n12; Ida Bak; Olo Sum\n"

    response = cleo.post(at(cast, "people"), sent(lines=lines))

    assert response.status_code == 303
    assert Contestant.objects.filter(number__in=(11, 12)).count() == 2
    assert Person.objects.filter(name="Ewa Nowak").exists()
    assert not any(b"Nowak" in bytes(entry.data) for entry in Entry.objects.all())


def test_a_name_spelt_wrong_is_corrected_and_the_old_one_can_be_erased(cast, cleo):
    pair = Contestant.objects.get(event=cast.event, number=1)
    south = Person.objects.get(participant=pair.members[0])
    address = at(cast, "names", pair.pk)
    other, old = Person.objects.get(pk=pair.members[1]).name, south.name

    assert old in text_of(cleo.get(at(cast, "roles")))
    assert cleo.post(address, sent()).status_code == 422  # nothing given
    names = {pair.members[0]: "Ann Corrected", pair.members[1]: other}
    assert cleo.post(address, sent(**names)).status_code == 303
    assert "Change one first." in text_of(cleo.post(address, sent(**names)))

    south.refresh_from_db()
    assert south.name == "Ann Corrected"
    entry = Entry.objects.filter(chain=cast.event.pk, act=EventAct.IMPORT).latest("seq")
    assert b"Corrected" not in bytes(entry.data)
    assert len(names_entered(south.participant)) == 2  # both are erased with the player


@pytest.mark.parametrize(
    "lines",
    ["Ewa; Jan", "11; Ewa\n11; Jan", "1; Ewa; Jan", "0; Ewa"],
    ids=["no number", "twice", "entered already", "zero"],
)
def test_bad_lines_enter_nobody(cast, cleo, lines):
    before = Contestant.objects.count()

    page = cleo.post(at(cast, "people"), sent(lines=lines))

    assert page.status_code == 422
    assert lines.split("\n")[0] in page.content.decode()
    assert Contestant.objects.count() == before


@pytest.mark.parametrize("name", ["import_files", "schedule", "passes", "roles"])
def test_desk_shows_its_page_to_the_administrator_of_the_event(cast, name):
    ada = make_staff(cast, "ada", Role.Name.ADMINISTRATOR)

    assert tablet(ada).get(at(cast, name)).status_code == 200


def test_names_come_from_a_csv_file_and_go_out_as_one(cast, cleo):
    data = b"Number,Name,Name\n11,Ewa Nowak,=Jan\n12,Ida Bak,Olo Sum\n"
    file = SimpleUploadedFile("names.csv", data)

    response = cleo.post(at(cast, "people"), sent(file=file))

    assert response.status_code == 303
    assert Person.objects.filter(name="=Jan").exists()
    out = cleo.get(at(cast, "export_list") + "?kind=names")
    lines = out.content.decode("utf-8-sig").splitlines()
    assert (lines[0], lines[-2]) == ("number;name;name", "11;Ewa Nowak;'=Jan")
    assert out["Content-Type"].startswith("text/csv")
    assert cleo.get(at(cast, "export_list") + "?kind=x").status_code == 404


def test_a_file_without_lines_enters_nobody(cast, cleo):
    page = cleo.post(at(cast, "people"), sent())

    assert page.status_code == 422
    assert "Choose a file, or paste its lines." in text_of(page)


def test_the_schedule_goes_out_and_is_read_as_it_was(cast, cleo):
    out = cleo.get(at(cast, "export_list") + "?kind=schedule")

    reading = read_schedule_csv(out.content)

    assert reading.problems == ()
    found = {(p.round, p.table, p.board, p.ns, p.ew) for p in reading.placements}
    assert found == {
        (one.round, one.table, one.board, one.ns, one.ew) for one in mitchell(3, 3, 2)
    }


def test_a_long_list_of_pairs_has_pages_and_a_search(cast, cleo):
    assert cleo.get(at(cast, "roles")).context["contestants"].search is None
    lines = "".join(f"{n};Ann {n};Bob {n}\n" for n in range(11, 100))
    cleo.post(at(cast, "people"), sent(lines=lines))

    first = cleo.get(at(cast, "roles"))
    last = cleo.get(at(cast, "roles") + "?page=9")
    found = cleo.get(at(cast, "roles") + "?q=ann+97")

    assert "Page 1 of 3" in text_of(first)
    shown = [row.contestant.number for row in first.context["contestants"].rows]
    assert shown == [*range(1, 7), *range(11, 45)]
    assert "Page 3 of 3" in text_of(last)
    assert last.context["contestants"].rows[-1].contestant.number == 99
    names = [row.names for row in found.context["contestants"].rows]
    assert names == [("Ann 97", "Bob 97")]
    assert "Show all" in text_of(found)
    assert 'href="?"' in found.content.decode()


def test_slips_and_files_are_searched_too(cast, cleo):
    lines = "".join(f"{n};Ann {n};Bob {n}\n" for n in range(11, 60))
    cleo.post(at(cast, "people"), sent(lines=lines))

    slips = cleo.get(at(cast, "passes") + "?q=bob+50").context["rows"]
    files = cleo.get(at(cast, "import_files") + "?q=nothing")

    assert [line[0].contestant.number for line in slips.rows] == [50]
    assert files.context["files"].total == 0
    scores = cleo.get(at(cast, "scores") + "?q=A2").context["rows"]
    assert {view["playing"].table.name for view in scores.rows} == {"A2"}
