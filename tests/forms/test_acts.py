"""A form of an act draws itself, goes out fresh, and keeps what was typed (R3, R4)."""

import uuid
from datetime import UTC, datetime

from django import forms
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils.datastructures import MultiValueDict

from rulings.forms.acts import NOT_NOW, UNFIT, ActForm
from rulings.permissions import system_actor

AT = datetime(2026, 3, 14, 12, tzinfo=UTC)
ACTOR = system_actor("worker", AT)


class Note(ActForm):
    """A form with two fields, as any act might have."""

    words = forms.CharField(max_length=5, required=False, widget=forms.Textarea)
    paper = forms.FileField(required=False)


def sent(**more):
    return {"key": str(uuid.uuid4()), "version": "3", **more}


def drawn(form, name):
    return form[name].as_field_group()


def test_what_accompanies_the_act_comes_from_the_hidden_fields():
    data = sent()
    form = Note(data)

    assert form.is_valid()
    context = form.context(ACTOR)
    assert (str(context.key), context.version) == (data["key"], 3)
    assert (context.by, context.at) == (ACTOR, AT)


def test_a_form_without_its_key_did_not_come_from_our_pages():
    form = Note({"words": "Hm.", "version": "3"})

    assert not form.is_valid()
    assert form.non_field_errors() == [
        "This page is out of date. Open it again and repeat the step."
    ]


def test_a_refused_form_goes_out_with_a_new_key_and_the_version_shown():
    data = sent(words="Too long")
    form = Note(data, initial={"version": 7})

    text = str(form)

    assert data["key"] not in text
    assert 'name="version" value="7"' in text
    assert "Too long" in text


def test_a_fault_stands_beside_its_field():
    form = Note(sent(words="Hm."))
    assert form.is_valid()

    form.refuse("Not so.", field="words")

    text = drawn(form, "words")
    assert 'id="id_words_error"><li>Not so.' in text
    assert 'aria-describedby="id_words_error"' in text
    assert "Hm." in text
    assert form.status == UNFIT


def test_a_fault_of_no_field_stands_above_all():
    form = Note(sent(words="Hm."))
    assert form.is_valid()

    form.refuse("Not now.", field="elsewhere", status=NOT_NOW)

    assert form.non_field_errors() == ["Not now."]
    assert form.status == NOT_NOW


def test_a_refused_file_is_asked_for_again():
    paper = MultiValueDict({"paper": [SimpleUploadedFile("a.txt", b"Hm.")]})

    assert "Choose the file again" not in drawn(Note(), "paper")
    assert "Choose the file again" not in drawn(Note(sent()), "paper")
    assert "Choose the file again" in drawn(Note(sent(), paper), "paper")
