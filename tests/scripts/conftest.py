"""The page of components, opened; anything said on its console is a failure."""

import pytest

from tests.scripts.specimen import HOST, component_page, serve


@pytest.fixture
def sent():
    """Return the requests that the page has made."""
    return []


@pytest.fixture
def components_page(page, sent):
    """Open the page of components; anything said on the console is a failure."""
    said = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    serve(page, component_page(), sent)
    page.set_viewport_size({"width": 1180, "height": 820})
    page.goto(f"{HOST}/components/")
    page.wait_for_function("window.htmx !== undefined")
    yield page
    assert said == []
