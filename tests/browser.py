"""A real server on the test database, and headless Chromium to look at it."""

import os
import shutil
import socket
import threading
import time

import pytest
import uvicorn
from playwright.sync_api import expect

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
]
# Playwright's synchronous API keeps an event loop in the thread of the tests, and
# Django would refuse to touch the database there.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
expect.set_options(timeout=30_000)  # for a busy machine; nothing here is a target


def own_chromium():
    """Return the machine's Chromium, or None.

    The one that never had a window takes a third of the processor.
    """
    found = map(shutil.which, ("chromium-headless-shell", "chromium"))
    return next(filter(None, found), None)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    """Start the machine's own Chromium; TD_NEED_BROWSER=1 makes its absence fail."""
    chromium = own_chromium()
    if chromium is None:
        reason = "Chromium is not installed (apt-get install chromium)."
        if os.environ.get("TD_NEED_BROWSER"):
            pytest.fail(reason)
        pytest.skip(reason)
    return {**browser_type_launch_args, "executable_path": chromium, "args": FLAGS}


@pytest.fixture
def site(transactional_db):
    """Serve the site over ASGI on a free port; the value is its address."""
    from tdweb.asgi import application  # noqa: PLC0415 needs the settings

    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        config = uvicorn.Config(
            application,
            lifespan="off",
            log_config=None,
            access_log=False,
            timeout_graceful_shutdown=1,
        )
        server = uvicorn.Server(config)
        thread = threading.Thread(
            target=server.run, kwargs={"sockets": [listener]}, daemon=True
        )
        thread.start()
        while not server.started:
            assert thread.is_alive(), "The server ended before it began."
            time.sleep(0.02)
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        server.should_exit = True
        thread.join(10)
        assert not thread.is_alive(), "The server did not end."
