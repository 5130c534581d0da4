"""A push service of the tests' own, and devices that subscribe at it and read."""

import json
import threading
from base64 import urlsafe_b64encode
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02

SECRET = b"sixteen bytes .."


def text_of_bytes(data):
    """Return bytes as browsers write them into JSON."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


@dataclass
class Device:
    """A device at a push service: its address there, its keys, what has reached it."""

    endpoint: str
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    answers: list = field(default_factory=list)
    got: list = field(default_factory=list)

    @property
    def subscription(self):
        """Return what the browser sends to the site."""
        point = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        keys = {"p256dh": text_of_bytes(point), "auth": text_of_bytes(SECRET)}
        return {"endpoint": self.endpoint, **keys}

    def read(self):
        """Return the messages that came, decrypted with the device's own key."""
        return [
            json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=SECRET))
            for body, _headers in self.got
        ]


class PushService:
    """Takes messages for devices; a device can be gone, or the service busy."""

    def __init__(self, home):
        self.home = home
        self.devices = {}
        self.numbers = count(1)

    def device(self, *answers):
        """Return a new device; `answers` are the statuses of its first messages."""
        path = f"/d/{next(self.numbers)}"
        self.devices[path] = Device(self.home + path, answers=list(answers))
        return self.devices[path]

    def take(self, path, body, headers):
        """Answer a message as RFC 8030 wants it; keep what was accepted."""
        assert Vapid02.verify(headers["Authorization"])
        assert headers["Content-Encoding"] == "aes128gcm"
        assert int(headers["TTL"]) > 0
        device = self.devices[path]
        status = device.answers.pop(0) if device.answers else 201
        if status == 201:
            device.got.append((body, dict(headers)))
        return status


@contextmanager
def push_service():
    """Run a push service on this machine."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(service.take(self.path, body, self.headers))
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_given):
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        service = PushService(f"http://127.0.0.1:{server.server_port}")
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield service
        server.shutdown()
        thread.join()
