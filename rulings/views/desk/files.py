"""Files of records: upload, look at what they hold, take them whole (R17)."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRefresh

from rulings.forms.acts import ButtonForm
from rulings.forms.files import FilePlaceForm, TakeForm, UploadForm
from rulings.importers.faults import BoardProblem
from rulings.importers.formats import Reading
from rulings.models import FileReading, ImportFile
from rulings.permissions import EventAct
from rulings.queries.desk import deal_sets_of, tables_of
from rulings.views.common import found, screen, see_other
from rulings.views.desk.common import DeskScreen
from rulings.views.lists import list_page
from rulings.views.screens import Filled
from rulings.workflow.errors import Invalid
from rulings.workflow.event.files import (
    REFUSED,
    WAITING,
    keep_file,
    read_again,
    reading_of,
    refusal_of,
    standing_of,
)
from rulings.workflow.event.imports import Line, Target, preview, take_import
from rulings.workflow.proof.standalone import FORMAT as CASE

MAIN = "main"


class Files(DeskScreen[UploadForm]):
    """The files of an event with how far they are read, and new ones."""

    acts = opens = (EventAct.IMPORT,)
    tab, template, part = "import_files", "desk/files.html", "files"
    form_class = UploadForm

    def make_form(self, data: object) -> UploadForm:
        """Return the form, with the files that came."""
        return UploadForm(data, None if data is None else self.request.FILES)  # type: ignore[arg-type]  # a request's POST

    def context(self) -> dict[str, object]:
        """Return the files, the newest first."""
        files = ImportFile.objects.filter(event=self.event)
        rows = [
            _file_view(file)
            for file in files.defer("data", "reading__result")
            .select_related("by", "reading")
            .order_by("-given_at", "name")
        ]
        listed = list_page(self.request.GET, rows, lambda row: row["file"].name)
        return {"files": listed, "waiting": any(row["waiting"] for row in rows)}

    def act(self, form: UploadForm) -> list[ImportFile] | None:
        """Keep each file that can be kept; of the others the form says why not."""
        kept = []
        context = form.context(self.request.actor)
        for given in form.cleaned_data["file"]:
            try:
                file = keep_file(context, self.event, given.name, given.read())
            except Invalid as error:
                form.refuse(f"{given.name}: {error}", field="file")
            else:
                kept.append(file)
        return None if form.errors else kept

    def after(self, done: list[ImportFile]) -> HttpResponse:
        """Look into the one file, or at all of them."""
        if len(done) == 1:
            return see_other("import_preview", self.event.pk, done[0].pk)
        return see_other("import_files", self.event.pk)


def _file_view(file: ImportFile) -> dict[str, Any]:
    """Return a file with the words on how far its reading is."""
    row = getattr(file, "reading", None)
    return {
        "file": file,
        "waiting": row is not None and row.status == WAITING,
        "standing": _standing_words(row),
    }


def _standing_words(row: FileReading | None) -> str:
    if row is None:
        return _("not read yet")
    if row.status == WAITING:
        return _("being read: %(n)d so far") % {"n": row.found}
    if row.status == REFUSED:
        return refusal_words(row)
    if row.format == CASE:
        return _("a case")
    words = {"n": row.found - row.problems, "p": row.problems}
    return _("%(n)d boards, %(p)d not readable") % words


def refusal_words(row: FileReading) -> str:
    """Return why a file is not read, in the reader's language."""
    template, params = refusal_of(row)
    return _(template).format(**params)


class FileScreen(DeskScreen[Filled]):
    """A page of one file."""

    acts = opens = (EventAct.IMPORT,)
    tab = "import_files"
    file: ImportFile
    standing: FileReading | None

    def enter(self) -> HttpResponse | None:
        """Find the file, and how far its reading is."""
        super().enter()
        files = ImportFile.objects.filter(event=self.event)
        self.file = found(self.request, files, self.kwargs["file_id"])
        self.standing = standing_of(self.file)
        return None

    def reading_context(self) -> dict[str, object]:
        """Return how far the reading of the file is, or why there is none."""
        row = self.standing
        refused = row is not None and row.status == REFUSED
        return {
            "file": self.file,
            "waiting": row is not None and not refused,
            "count": 0 if row is None else row.found,
            "refusal": refusal_words(row) if row is not None and refused else "",
        }


class ReadAgain(FileScreen[ButtonForm]):
    """A file is read once more."""

    http_method_names = ["post"]
    template, form_class = "desk/reading.html", ButtonForm

    def context(self) -> dict[str, object]:
        """Return how far the reading is."""
        return self.reading_context()

    def act(self, form: ButtonForm) -> ImportFile:
        """Let it be read."""
        read_again(form.context(self.request.actor), self.event, self.file)
        return self.file

    def after(self, done: ImportFile) -> HttpResponse:
        """Wait for it."""
        return see_other("import_preview", self.event.pk, done.pk)


class Preview(FileScreen[TakeForm]):
    """What taking a file would do to each board; it is taken all or nothing."""

    template, form_class = "desk/preview.html", TakeForm

    def enter(self) -> HttpResponse | None:
        """Find the file; while it is not read, show how far that is."""
        super().enter()
        row = self.standing
        if row is None or row.status != FileReading.Status.READ:
            context = {
                **self.frame(),
                **self.reading_context(),
                "form": ButtonForm(),
                "at": self.request.actor.at,
            }
            return screen(self.request, "desk/reading.html", context, part="reading")
        if self.request.htmx:
            return HttpResponseClientRefresh()  # the page waited for this
        if row.format == CASE:
            return see_other("import_case", self.event.pk, self.file.pk)
        return None

    @cached_property
    def reading(self) -> Reading:
        """Return the boards of the file."""
        return reading_of(self.file)

    @cached_property
    def place(self) -> FilePlaceForm:
        """Return where the boards go: as was said, else to the first deal set."""
        data = (self.request.POST or self.request.GET).copy()
        if self.request.method != "POST" and not data.get("deal_set"):
            data["deal_set"] = (deal_sets_of(self.event) or [MAIN])[0]
        place = FilePlaceForm(data, **self._offers())
        place.full_clean()
        return place

    def _offers(self) -> dict[str, Any]:
        rooms = any(board.room for board in self.reading.boards)
        return {"tables": tables_of(self.event), "rooms": rooms}

    @cached_property
    def lines(self) -> list[Line]:
        """Return what becomes of each board."""
        deal_set = self.place.cleaned_data.get("deal_set") or MAIN
        target = Target(deal_set=deal_set, tables=self.place.tables())
        return preview(self.event, self.reading, target)

    def make_form(self, data: object) -> TakeForm:
        """Return the form with every board ticked that can be taken."""
        place = self.place
        initial = {name: place[name].value() for name in place.fields}
        initial["boards"] = [line.index for line in self.lines if not line.refusal]
        words = _("Take board %(board)s")
        boards = [
            (line.index, words % {"board": line.board.board}) for line in self.lines
        ]
        return TakeForm(data, boards=boards, initial=initial, **self._offers())

    def context(self) -> dict[str, object]:
        """Return what is not readable, and each board with its tick."""
        assert self.form is not None  # noqa: S101 - the page has one
        problems = [problem_words(problem) for problem in self.reading.problems]
        views = [_line_view(line) for line in self.lines]
        return {
            "file": self.file,
            "reading": self.reading,
            "place": self.place,
            "lines": list(zip(views, self.form["boards"], strict=True)),
            "problems": problems,
            "takeable": sum(not line.refusal for line in self.lines),
            "deal_sets": deal_sets_of(self.event),
        }

    def act(self, form: TakeForm) -> object:
        """Take the boards that are ticked."""
        given = form.cleaned_data
        target = Target(deal_set=given["deal_set"], tables=form.tables())
        context = form.context(self.request.actor)
        return take_import(context, self.event, self.file, target, given["boards"])


def _line_view(line: Line) -> dict[str, object]:
    deals = {"new": _("new"), "known": _("there already"), "none": _("no hands")}
    records = {
        "new": _("to the table"),
        "known": _("there already"),
        "none": "",
        "no_place": _("left in the file: no table of the schedule plays it"),
    }
    return {
        "line": line,
        "deal": deals[line.deal],
        "record": records[line.record],
        "refusal": _(line.refusal) if line.refusal else "",
        "remarks": [problem_words(remark) for remark in line.board.remarks],
    }


def problem_words(problem: BoardProblem) -> str:
    """Return what is wrong with a board, and what to do, in the reader's language."""
    where = _("line %(line)d") % {"line": problem.line}
    if problem.source:
        where = f"{problem.source}, {where}"
    if problem.board is not None:
        where = _("board %(board)d, %(where)s") % {
            "board": problem.board,
            "where": where,
        }
    reason = _(problem.reason).format(text=problem.text)
    return f"{where}: {reason}. {_(problem.remedy).format(text=problem.text)}"


import_files, import_again, import_preview = (
    Files.as_view(),
    ReadAgain.as_view(),
    Preview.as_view(),
)
