"""Files of records: upload, look at what they hold, take them whole (R17)."""

from __future__ import annotations

import uuid

from django.http import HttpResponse, QueryDict
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRefresh

from rulings.forms.desk import TakeForm, UploadForm
from rulings.importers.faults import BoardProblem
from rulings.importers.formats import Reading
from rulings.models import Event, FileReading, ImportFile
from rulings.permissions import EventAct
from rulings.queries.desk import deal_sets_of, tables_of
from rulings.views.common import (
    HtmxHttpRequest,
    act_form,
    declares,
    found,
    screen,
    see_other,
    signed_in,
)
from rulings.views.desk.common import desk_event, frame
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
from rulings.workflow.proof.dossier_check import FORMAT as CASE

MAIN = "main"


@require_http_methods(["GET", "HEAD", "POST"])
@declares(EventAct.IMPORT)
@signed_in
def import_files(request: HtmxHttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """List the files of an event with how far they are read, and keep new ones."""
    event = desk_event(request, event_id, EventAct.IMPORT)
    form = UploadForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        kept = _keep(request, event, form)
        if not form.errors and len(kept) == 1:
            return see_other("import_preview", event.pk, kept[0].pk)
        if not form.errors:
            return see_other("import_files", event.pk)
    files = ImportFile.objects.filter(event=event).defer("data", "reading__result")
    rows = [
        _file_view(file)
        for file in files.select_related("by", "reading").order_by("-given_at", "name")
    ]
    waiting = any(row["waiting"] for row in rows)
    context = frame(
        request, event, "import_files", form=form, files=rows, waiting=waiting
    )
    status = 422 if form.is_bound else 200
    return screen(request, "desk/files.html", context, part="files", status=status)


def _keep(request: HtmxHttpRequest, event: Event, form: UploadForm) -> list[ImportFile]:
    """Keep each file that can be kept; the others are told of on the form."""
    kept = []
    carried = act_form(request, versioned=False)
    for given in form.cleaned_data["file"]:
        try:
            kept.append(keep_file(carried, event, given.name, given.read()))
        except Invalid as error:
            form.add_error("file", f"{given.name}: {error}")
    return kept


def _file_view(file: ImportFile) -> dict[str, object]:
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


@require_POST
@declares(EventAct.IMPORT)
@signed_in
def import_again(
    request: HtmxHttpRequest, event_id: uuid.UUID, file_id: uuid.UUID
) -> HttpResponse:
    """Let a file be read once more."""
    event = desk_event(request, event_id, EventAct.IMPORT)
    file = found(request, ImportFile.objects.filter(event=event), file_id)
    read_again(act_form(request, versioned=False), event, file)
    return see_other("import_preview", event.pk, file.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@declares(EventAct.IMPORT)
@signed_in
def import_preview(
    request: HtmxHttpRequest, event_id: uuid.UUID, file_id: uuid.UUID
) -> HttpResponse:
    """Show what taking a file would do to each board, and take it: all or nothing."""
    event = desk_event(request, event_id, EventAct.IMPORT)
    file = found(request, ImportFile.objects.filter(event=event), file_id)
    row = standing_of(file)
    if row is None or row.status != FileReading.Status.READ:
        return _unread(request, event, file, row)
    if request.htmx:
        return HttpResponseClientRefresh()  # the page waited for this
    if row.format == CASE:
        return see_other("import_case", event.pk, file.pk)
    reading = reading_of(file)
    if request.method == "POST":
        form = _take_form(request.POST, event, reading)
        if form.is_valid():
            return _take(request, event, file, form)
    else:
        form = _take_form(_defaults(request, event), event, reading)
    context = _preview_page(request, event, file, reading, form)
    status = 422 if request.method == "POST" else 200
    return screen(request, "desk/preview.html", context, status=status)


def _unread(
    request: HtmxHttpRequest, event: Event, file: ImportFile, row: FileReading | None
) -> HttpResponse:
    """Show how far the reading of a file is, or why there is none."""
    refused = row is not None and row.status == REFUSED
    context = frame(
        request,
        event,
        "import_files",
        file=file,
        waiting=row is not None and not refused,
        count=0 if row is None else row.found,
        refusal=refusal_words(row) if row is not None and refused else "",
    )
    return screen(request, "desk/reading.html", context, part="reading")


def _take(
    request: HtmxHttpRequest, event: Event, file: ImportFile, form: TakeForm
) -> HttpResponse:
    target = Target(deal_set=form.cleaned_data["deal_set"], tables=form.tables())
    carried = act_form(request, versioned=False)
    take_import(carried, event, file, target, form.cleaned_data["boards"])
    return see_other("import_files", event.pk)


def _take_form(data: QueryDict, event: Event, reading: Reading) -> TakeForm:
    return TakeForm(data, tables=tables_of(event), boards=range(len(reading.boards)))


def _defaults(request: HtmxHttpRequest, event: Event) -> QueryDict:
    """Return the answers of the page, with a deal set where none was named."""
    data = request.GET.copy()
    if not data.get("deal_set"):
        data["deal_set"] = (deal_sets_of(event) or [MAIN])[0]
    return data


def _preview_page(
    request: HtmxHttpRequest,
    event: Event,
    file: ImportFile,
    reading: Reading,
    form: TakeForm,
) -> dict[str, object]:
    form.is_valid()
    target = Target(
        deal_set=form.cleaned_data.get("deal_set") or MAIN, tables=form.tables()
    )
    lines = preview(event, reading, target)
    return frame(
        request,
        event,
        "import_files",
        file=file,
        reading=reading,
        form=form,
        lines=[_line_view(line) for line in lines],
        problems=[problem_words(problem) for problem in reading.problems],
        takeable=sum(not line.refusal for line in lines),
        tables=tables_of(event),
        has_rooms=any(board.room for board in reading.boards),
        deal_sets=deal_sets_of(event),
        target=target,
    )


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
