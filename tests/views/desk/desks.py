"""Where the pages of the desks are, and what a worker does for them."""

from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from rulings.models import FileReading
from rulings.workflow.event.files import read_kept_file
from tests.matrix import PBN
from tests.people import sent


def at(cast, name, *more):
    return reverse(name, args=[cast.event.pk, *more])


def upload(cleo, cast, data=PBN, name="deals.pbn"):
    file = SimpleUploadedFile(name, data)
    response = cleo.post(at(cast, "import_files"), sent(file=file))
    read_all()
    return response


def read_all():
    """Do what a worker does: read every file that waits."""
    for row in FileReading.objects.filter(status="waiting"):
        read_kept_file.call(str(row.pk))
