"""Four browsers, Debian's nginx as the documentation sets it up, two servers, one PostgreSQL. One browser is killed and
comes back with nothing but its four words, one server is killed. The game is finished, no acknowledged answer is lost,
nobody's seat is taken."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from playwright.sync_api import BrowserContext, Page, Playwright, expect, sync_playwright

from tests.patience import PATIENCE, until
from tests.table.test_postgres import database
from tests.web.serving import ARGS, DESK, chromium_path
from tests.web.test_hosting import wait_until_open
from tests.web.test_serve import KNAVES, free_port

__all__ = ["database"]
ROOT = Path(__file__).parent.parent.parent
pytestmark = [pytest.mark.browser, pytest.mark.postgres, pytest.mark.slow]

PLAYER = """() => {
  // answers whenever this seat is asked; notes an answer once the server has said that it is written down
  window.acked = [];
  window.trouble = 0;
  let rng = 7 + document.querySelector('#table').dataset.seat.charCodeAt(0);
  const next = (k) => { rng = (rng * 1103515245 + 12345) % 2147483648; return rng % k; };
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  (async () => {
    for (;;) {
      const table = document.querySelector('#table');
      if (table.dataset.status === 'over') return;
      const list = [...document.querySelectorAll('#answers [name=option]')];
      if (table.dataset.call !== 'yes' || !list.length) { await wait(15); continue; }
      const option = list[next(list.length)].value, seq = table.dataset.ask;
      const seat = 'abcdef'.indexOf(table.dataset.seat);
      const body = new URLSearchParams({ do: 'answer', seat, seq, option });
      try {
        const answer = await fetch(`/t/${table.dataset.table}/do`, { method: 'POST', body, redirect: 'manual' });
        if (answer.type === 'opaqueredirect') window.acked.push([seat, JSON.parse(option)]);
        else { window.trouble += 1; await wait(50); }
      } catch { window.trouble += 1; await wait(50); }
      for (let k = 0; k < 40 && document.querySelector('#table').dataset.ask === seq; k++) await wait(15);
    }
  })();
}"""


def proxy_program(name: str) -> str:
    """Where it is; the project's own set-up fetches it. Skipped only where that is impossible."""
    found = subprocess.run(
        [str(ROOT / "scripts" / "proxy"), name], capture_output=True, text=True, check=False
    )
    if found.returncode:
        pytest.skip(found.stderr.strip().splitlines()[-1])
    return found.stdout.strip()


def certificate(folder: Path) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    made = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    made = made.not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=2))
    signed = made.sign(key, hashes.SHA256())
    plain = serialization.NoEncryption()
    private = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    (folder / "fullchain.pem").write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    (folder / "privkey.pem").write_bytes(private)


def documented(port: int, servers: list[int], folder: Path) -> str:
    """The file of docs/hosting.md, with this test's ports and certificate."""
    found = re.search(r"```nginx\n(.*?)```", (ROOT / "docs" / "hosting.md").read_text("utf-8"), re.DOTALL)
    assert found
    text = (
        found[1]
        .replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
        .replace("games.example.org", "localhost")
    )
    text = text.replace("/etc/letsencrypt/live/localhost", str(folder))
    for said, real in zip((8421, 8422), servers, strict=True):
        text = text.replace(f"127.0.0.1:{said}", f"127.0.0.1:{real}")
    temps = "".join(
        f"{name}_temp_path {folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    user = "user root;" if os.geteuid() == 0 else ""
    head = f"{user} daemon off; pid {folder}/pid; error_log {folder}/error.log; events {{ }}"
    return f"{head} http {{ access_log off; {temps}\n{text}\n}}"


@contextmanager
def proxy(servers: list[int], folder: Path) -> Iterator[int]:
    program, port = proxy_program("nginx"), free_port()
    certificate(folder)
    (folder / "nginx.conf").write_text(documented(port, servers, folder))
    with subprocess.Popen([program, "-p", str(folder), "-c", str(folder / "nginx.conf")]) as running:
        try:
            yield port
        finally:
            running.terminate()


@contextmanager
def server(db: str, port: int, public: str) -> Iterator[subprocess.Popen[bytes]]:
    words = ("serve", "--no-browser", "--port", str(port), "--db", db, "--public-url", public)
    with subprocess.Popen([*KNAVES, *words], stdout=subprocess.DEVNULL) as running:
        try:
            yield running
        finally:
            running.kill()


@contextmanager
def own_browser(
    playwright: Playwright, folder: Path
) -> Iterator[tuple[subprocess.Popen[str], BrowserContext]]:
    """A Chromium that this test started itself, so that it can be killed."""
    command = [
        chromium_path(),
        *ARGS,
        "--headless",
        "--ignore-certificate-errors",
        "--force-prefers-reduced-motion",
        "--remote-debugging-port=0",
    ]
    with subprocess.Popen(
        [*command, f"--user-data-dir={folder}"], stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as running:
        assert running.stderr is not None
        where = next(line for line in running.stderr if "DevTools listening on" in line).split()[-1]
        browser = playwright.chromium.connect_over_cdp(where)
        try:
            yield running, browser.contexts[0]
        finally:
            kill_all(running)


def kill_all(running: subprocess.Popen[str]) -> None:
    """A browser with every process of its session: what was started may only be a script that waits for it."""
    with suppress(ProcessLookupError):
        os.killpg(running.pid, signal.SIGKILL)
    running.wait(PATIENCE)


def acked(page: Page) -> list[list[object]]:
    found: list[list[object]] = page.evaluate("window.acked")
    return found


def read(page: Page, address: str) -> str:
    found: str = page.evaluate("(address) => fetch(address).then((answer) => answer.text())", address)
    return found


def unadorned(page: Page) -> None:
    """Without style sheets and pictures: nobody looks, and painting takes most of the time."""
    page.route(re.compile(r"\.(css|svg|woff2)(\?|$)"), lambda route: route.abort())


def begin(page: Page) -> None:
    expect(page.locator("#table")).to_be_visible()
    page.evaluate(PLAYER)


def test_four_browsers_two_servers_and_two_deaths(database: str, tmp_path: Path) -> None:
    folder = tmp_path.resolve()
    ports = [free_port(), free_port()]
    with ExitStack() as stack:
        port = stack.enter_context(proxy(ports, folder))
        url = f"https://localhost:{port}"
        servers = [stack.enter_context(server(database, one, url)) for one in ports]
        for one in ports:
            wait_until_open(one)
        playwright = stack.enter_context(sync_playwright())
        shared = playwright.chromium.launch(executable_path=chromium_path(), args=list(ARGS))
        stack.callback(shared.close)
        ann, cid, dee = (
            shared.new_context(viewport=DESK, ignore_https_errors=True, reduced_motion="reduce").new_page()
            for _ in range(3)
        )
        for page in (ann, cid, dee):
            unadorned(page)
        doomed, profile = stack.enter_context(own_browser(playwright, folder / "bob"))
        bob = profile.new_page()
        unadorned(bob)

        ann.goto(f"{url}/new/syndicate")
        ann.fill("#name", "Ann")
        ann.locator("input[name=seats][value='4'] + span").click()
        ann.click("#open")
        ann.wait_for_url("**/t/*")
        table = ann.url
        expect(ann.locator("#bill")).to_contain_text("Anybody, anywhere")
        invite = ann.get_attribute("[data-take=link]", "data-text") or ""
        assert invite.startswith(url)
        cookies = {cookie["name"]: cookie for cookie in ann.context.cookies()}
        assert all(cookie["secure"] for cookie in cookies.values())  # the proxy said that it is https
        for page, name in ((bob, "Bob"), (cid, "Cid"), (dee, "Dee")):
            page.goto(invite)
            page.fill("#name", name)
            page.click("#sit")
        expect(bob.locator("#table")).to_be_visible()  # the game has begun, and took his page along
        bob.goto(f"{table}/elsewhere")
        words = " ".join(bob.locator("#words b").all_text_contents())
        bob.goto(table)
        pages = [ann, bob, cid, dee]
        for page in pages:
            begin(page)
        until("nobody plays", lambda: len(acked(bob)) >= 2 and sum(len(acked(p)) for p in pages) >= 12)

        his = acked(bob)
        kill_all(doomed)  # the browser, with everything it knew
        servers[0].kill()  # and one of the servers
        _, fresh = stack.enter_context(own_browser(playwright, folder / "bob again"))
        bob = fresh.new_page()
        unadorned(bob)
        bob.goto(f"{url}/sit")
        bob.fill("#c6", words)
        bob.click("#take")
        bob.wait_for_url("**/t/*")
        expect(bob.locator("#table")).to_have_attribute("data-seat", "b")
        begin(bob)
        pages[1] = bob
        over = "document.querySelector('#table').dataset.status === 'over'"
        until("the game does not end", lambda: all(page.evaluate(over) for page in pages))

        answers = [*acked(ann), *his, *acked(bob), *acked(cid), *acked(dee)]
        export = ann.evaluate(
            "fetch(location.pathname.split('/').slice(0, 3).join('/') + '/export').then(a => a.text())"
        )
        written = [[seat, list(option)] for seat, option in json.loads(export)["log"]]
        for seat in range(4):
            mine, log = ([one for one in rows if one[0] == seat] for rows in (answers, written))
            left = iter(log)
            assert all(any(one == other for other in left) for one in mine), (
                f"an answer of seat {seat} is lost"
            )
            assert len(mine) > 0
        for page, letter, name in zip(pages, "abcd", ("Ann", "Bob", "Cid", "Dee"), strict=True):
            assert page.get_attribute("#table", "data-seat") == letter
            assert name in (page.text_content("#table") or "")
        log_of_all = ann.evaluate(
            "fetch(location.pathname.split('/').slice(0, 3).join('/') + '/log').then(a => a.text())"
        )
        assert "bot plays on" not in log_of_all and "is new here" not in log_of_all  # nobody was replaced
        print(f"{len(answers)} answers acknowledged, {len(written)} written")
