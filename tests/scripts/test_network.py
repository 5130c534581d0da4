"""Acts go out once, wait for the network, and are taken back; clocks go on."""

from tests.scripts.specimen import HOST, component_page, serve


def test_form_goes_out_once(components_page):
    page = components_page
    page.evaluate(
        """() => {
            window.times = 0;
            document.addEventListener('submit', () => { window.times += 1; });
            document.querySelector('form.choices').setAttribute('hx-post', '#');
            document.addEventListener('submit', (event) => event.preventDefault());
        }"""
    )
    button = page.locator("form.choices .choice").first

    button.click()
    button.evaluate("button => button.click()")

    assert page.evaluate("window.times") == 1
    assert button.get_attribute("aria-busy") == "true"


def test_clock_counts_down_from_the_servers_time(page):
    page.clock.install(time="2031-01-01T00:00:00Z")
    serve(page, component_page(), [])
    page.goto(f"{HOST}/components/")
    clock = page.locator("[data-clock]").nth(1)

    page.clock.run_for(3 * 60 * 1000)
    later = clock.locator(".left").inner_text()
    page.clock.run_for(2 * 60 * 1000)

    assert later == "1 min left"
    assert clock.locator(".left").inner_text() == "closed"
    assert "shut" in clock.get_attribute("class")
    assert page.locator("[data-since]").inner_text() == "6:25"


def test_network_is_said_in_the_bar(components_page):
    page = components_page

    page.evaluate("window.dispatchEvent(new Event('offline'))")
    words = page.locator(".net").inner_text()
    page.evaluate("window.dispatchEvent(new Event('online'))")

    assert words == "Offline"
    assert page.locator(".net").inner_text() == "Online"


def test_act_waits_for_the_network_and_is_sent_by_itself(components_page, sent):
    page = components_page
    page.evaluate("document.querySelector('form.choices').method = 'post'")
    choice = page.locator("form.choices .choice")

    def posts():
        return [one.post_data for one in sent if one.method == "POST"]

    page.evaluate("window.dispatchEvent(new Event('offline'))")
    choice.nth(0).click()
    choice.nth(1).click()
    waiting = page.locator(".net").inner_text()
    told = page.locator("[data-held-note]").count()
    before = posts()
    with page.expect_navigation():
        page.evaluate("window.dispatchEvent(new Event('online'))")

    assert waiting == "Offline, 1 waiting"
    assert (told, before) == (1, [])
    assert [post.partition("said=")[2] for post in posts()] == ["no"]


def test_act_that_waits_is_taken_back_by_the_same_button(components_page, sent):
    page = components_page
    page.evaluate("document.querySelector('form.choices').method = 'post'")
    choice = page.locator("form.choices .choice").first

    page.evaluate("window.dispatchEvent(new Event('offline'))")
    choice.click()
    busy = choice.get_attribute("aria-busy")
    choice.click()
    page.evaluate("window.dispatchEvent(new Event('online'))")

    assert busy == "true"
    assert choice.get_attribute("aria-busy") is None
    assert page.locator(".net").inner_text() == "Online"
    assert page.locator("[data-held-note]").count() == 0
    assert [one.method for one in sent if one.method == "POST"] == []
