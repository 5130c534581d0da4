"""Files of records: upload, look at what they hold, take them whole (R17)."""

from __future__ import annotations

import uuid

from django.http import HttpResponse, QueryDict
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from rulings.forms.desk import TakeForm, UploadForm
from rulings.importers.faults import Problem, UnreadableFile
from rulings.importers.formats import Reading
from rulings.models import Event, ImportFile
from rulings.permissions import EventAct
from rulings.queries.desk import deal_sets_of, tables_of
from rulings.views.common import (
    HtmxHttpRequest,
    act_form,
    declares,
    found,
    screen,
    signed_in,
)
from rulings.views.desk.common import desk_event, frame, see_other
from rulings.workflow.imports import (
    Line,
    Target,
    keep_file,
    preview,
    reading_of,
    take_import,
)

MAIN = "main"


@require_http_methods(["GET", "HEAD", "POST"])
@declares(EventAct.IMPORT)
@signed_in
def import_files(request: HtmxHttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """List the files of an event, and keep a new one."""
    event = desk_event(request, event_id, EventAct.IMPORT)
    form = UploadForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data["file"]
        try:
            carried = act_form(request, versioned=False)
            file = keep_file(carried, event, given.name, given.read())
        except UnreadableFile as error:
            form.add_error("file", _(error.template).format(**error.params))
        else:
            return see_other("import_preview", event.pk, file.pk)
    files = ImportFile.objects.filter(event=event).defer("data").order_by("-given_at")
    context = frame(
        request, event, "import_files", form=form, files=files.select_related("by")
    )
    status = 422 if form.is_bound else 200
    return screen(request, "desk/files.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@declares(EventAct.IMPORT)
@signed_in
def import_preview(
    request: HtmxHttpRequest, event_id: uuid.UUID, file_id: uuid.UUID
) -> HttpResponse:
    """Show what taking a file would do to each board, and take it: all or nothing."""
    event = desk_event(request, event_id, EventAct.IMPORT)
    file = found(request, ImportFile.objects.filter(event=event), file_id)
    reading = reading_of(file)
    if request.method == "POST":
        form = _take_form(request.POST, event, reading)
        if form.is_valid():
            target = Target(
                deal_set=form.cleaned_data["deal_set"], tables=form.tables()
            )
            carried = act_form(request, versioned=False)
            take_import(carried, event, file, target, form.cleaned_data["boards"])
            return see_other("import_files", event.pk)
    else:
        form = _take_form(_defaults(request, event), event, reading)
    context = _preview_page(request, event, file, reading, form)
    status = 422 if request.method == "POST" else 200
    return screen(request, "desk/preview.html", context, part="lines", status=status)


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


def problem_words(problem: Problem) -> str:
    """Return what is wrong with a board, and what to do, in the reader's language."""
    where = _("line %(line)d") % {"line": problem.line}
    if problem.board is not None:
        where = _("board %(board)d, %(where)s") % {
            "board": problem.board,
            "where": where,
        }
    reason = _(problem.reason).format(text=problem.text)
    return f"{where}: {reason}. {_(problem.remedy).format(text=problem.text)}"
