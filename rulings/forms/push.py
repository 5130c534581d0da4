"""What a browser sends of itself when it asks for notices, or takes that back."""

from __future__ import annotations

from base64 import urlsafe_b64decode

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from rulings.workflow.notify.subscriptions import Device, is_push_service

SECRET_BYTES = 16


class DeviceForm(forms.Form):
    """The address of a device at its push service, with its keys where it asks anew."""

    endpoint = forms.CharField(max_length=1000)
    p256dh = forms.CharField(max_length=100, required=False)
    auth = forms.CharField(max_length=40, required=False)

    def clean_endpoint(self) -> str:
        """Return the address; raise where no push service can be there."""
        endpoint: str = self.cleaned_data["endpoint"]
        if not is_push_service(endpoint):
            raise ValidationError(_("This is no address of a push service."))
        return endpoint

    def clean_p256dh(self) -> str:
        """Return the public key; raise where it is none."""
        given: str = self.cleaned_data["p256dh"]
        try:
            if given:
                point = _bytes_of(given)
                ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        except (ValueError, UnsupportedAlgorithm):
            raise ValidationError(_("This is no key of a device.")) from None
        return given

    def clean_auth(self) -> str:
        """Return the shared secret; raise where it is none."""
        given: str = self.cleaned_data["auth"]
        try:
            right = not given or len(_bytes_of(given)) == SECRET_BYTES
        except ValueError:
            right = False
        if not right:
            raise ValidationError(_("This is no key of a device."))
        return given

    @property
    def device(self) -> Device | None:
        """Return the device that asks for notices; None where it gave no keys."""
        given = self.cleaned_data
        if not given["p256dh"] or not given["auth"]:
            return None
        language = get_language() or settings.LANGUAGE_CODE
        return Device(given["endpoint"], given["p256dh"], given["auth"], language)


def _bytes_of(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
