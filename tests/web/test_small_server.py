"""A small server as docs/hosting.md sets it up: the service, its settings and its reload, Debian's Caddy in front with
TLS. The files of the page are run, with this machine's folders and ports in them."""

from __future__ import annotations

import http.client
import os
import re
import shlex
import shutil
import signal
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from knaves.web.settings import example
from tests.patience import PATIENCE, until
from tests.web.serving import ARGS, DESK, PHONE, chromium_path
from tests.web.test_behind_a_proxy import ROOT, proxy_program
from tests.web.test_serve import KNAVES, free_port

ANSWER = """() => {
  const table = document.querySelector('#table').dataset;
  const body = new URLSearchParams({ do: 'answer', seat: 'ab'.indexOf(table.seat), seq: table.ask,
    option: document.querySelector('#answers [name=option]').value });
  return fetch(`/t/${table.table}/do`, { method: 'POST', body, redirect: 'manual' });
}"""
NAME, PORT, STATE = "games.example.org", "8421", "/var/lib/knaves"


def blocks(kind: str) -> list[str]:
    page = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    return re.findall(rf"```{kind}\n(.*?)```", page, re.DOTALL)


def line(unit: str, name: str) -> str:
    found = re.search(rf"^{name}=(.*)$", unit, re.MULTILINE)
    assert found, name
    return found[1]


@pytest.mark.parametrize(("number", "name"), [(0, "knaves.service"), (1, "knaves@.service")])
def test_the_services_are_what_systemd_reads(tmp_path: Path, number: int, name: str) -> None:
    if not shutil.which("systemd-analyze"):
        pytest.skip("Whether systemd reads the services needs systemd-analyze: 'sudo apt install systemd'.")
    text, program = blocks("ini")[number], "/opt/knaves/bin/knaves"
    assert program in text
    unit = tmp_path / name
    unit.write_text(text.replace(program, "/bin/true"))  # it looks whether there is such a program
    shown = tmp_path / name.replace("@.", "@8421.")
    found = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(shown)], capture_output=True, text=True, check=False
    )
    about_ours = [said for said in found.stderr.splitlines() if str(tmp_path) in said or "knaves" in said]
    assert not about_ours
    unit.write_text(unit.read_text() + "Restrat=always\n")
    found = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(shown)], capture_output=True, text=True, check=False
    )
    assert "Restrat" in found.stderr  # a mistake would have been said


class Service:
    """The service of the page, run as systemd would: its command, nothing of our surroundings, news by a socket."""

    def __init__(self, folder: Path, port: int, public: str) -> None:
        self.unit = blocks("ini")[0]
        settings = folder / "knaves.toml"
        for said in blocks("toml")[0].splitlines()[1:]:  # the three lines that are one's own, in the example
            name = said.split(" = ")[0]
            assert re.search(rf"^{name} = ", example(), re.MULTILINE)
        text = re.sub(r"^port = .*$|^db = .*$|^public_url = .*$", "", example(), flags=re.MULTILINE)
        own = blocks("toml")[0].replace(PORT, str(port)).replace(STATE, str(folder))
        settings.write_text(text.replace("[server]\n", own.replace(f"https://{NAME}", public), 1))
        program, *words = shlex.split(line(self.unit, "ExecStart"))
        assert program == "/opt/knaves/bin/knaves"
        words = [str(settings) if word == "/etc/knaves/knaves.toml" else word for word in words]
        self.news = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.news.bind(str(folder / "notify"))
        self.news.settimeout(PATIENCE)
        kept = ("COVERAGE_PROCESS_START",)
        plain = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": "/"}
        env = (
            plain
            | {"NOTIFY_SOCKET": str(folder / "notify")}
            | {k: os.environ[k] for k in kept if k in os.environ}
        )
        assert line(self.unit, "Type") == "notify" and line(self.unit, "NotifyAccess") == "all"
        self.process = subprocess.Popen([*KNAVES, *words], cwd="/", env=env, stdout=subprocess.DEVNULL)
        self.main = self.process.pid
        self.hear("READY=1")

    def hear(self, news: str) -> None:
        assert self.news.recv(200).decode() == news

    def reload(self) -> None:
        """As its ExecReload says. The new process is the main one before the old one ends."""
        command = line(self.unit, "ExecReload").replace("$MAINPID", str(self.main))
        program, *rest = shlex.split(command)
        # a Debian without services may lack the program; its shell always has one of that name
        script = ["sh", "-c", '"$@"', "sh", program if os.path.exists(program) else "kill", *rest]
        subprocess.run(script, check=True)
        told = self.news.recv(200).decode()
        assert told.startswith("MAINPID=")
        self.main = int(told.removeprefix("MAINPID="))
        self.hear("READY=1")
        assert self.process.wait(PATIENCE) in (0, -signal.SIGTERM)

    def stop(self) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.main, signal.SIGTERM)
        self.process.kill() if self.main != self.process.pid else self.process.wait(PATIENCE)
        until(
            "the server does not end",
            lambda: not Path(f"/proc/{self.main}/cmdline").is_file() or self._gone(),
        )
        self.news.close()

    def _gone(self) -> bool:
        return not Path(f"/proc/{self.main}/cmdline").read_bytes()  # ended, and not fetched by anybody


@contextmanager
def caddy(server: int, port: int, folder: Path) -> Iterator[None]:
    """The file of the page, with a certificate that Caddy makes itself."""
    program = proxy_program("caddy")
    (text,) = blocks("caddyfile")
    assert text.startswith(f"{NAME} {{\n")
    text = text.replace(f"{NAME} {{\n", f"https://localhost:{port} {{\n    tls internal\n").replace(
        PORT, str(server)
    )
    alone = "{\n    admin off\n    skip_install_trust\n    auto_https disable_redirects\n}\n"
    (folder / "Caddyfile").write_text(alone + text)
    env = os.environ | {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "HOME": str(folder)}
    command = [program, "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
    with subprocess.Popen(command, env=env, stderr=subprocess.DEVNULL) as running:
        try:
            until("Caddy does not answer", lambda: status(port, "/healthz") == 200)
            yield
        finally:
            running.terminate()


def status(port: int, path: str, source: str = "127.0.0.1", **headers: str) -> int:
    """What a client at this address gets, through TLS; 0: nothing."""
    trusting = ssl._create_unverified_context()
    connection = http.client.HTTPSConnection(
        "localhost", port, timeout=PATIENCE, context=trusting, source_address=(source, 0)
    )
    try:
        connection.request(
            "GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()}
        )
        return connection.getresponse().status
    except OSError:
        return 0
    finally:
        connection.close()


@pytest.mark.browser
@pytest.mark.slow
def test_caddy_the_service_and_its_reload(tmp_path: Path) -> None:
    folder, server, port = tmp_path.resolve(), free_port(), free_port()
    url = f"https://localhost:{port}"
    with ExitStack() as stack:
        service = Service(folder, server, url)
        stack.callback(service.stop)
        stack.enter_context(caddy(server, port, folder))
        # Caddy says who asks, and does not believe what the asker says about that
        assert status(port, "/metrics") == 200
        assert status(port, "/metrics", "127.0.0.2") == 404
        assert status(port, "/metrics", "127.0.0.2", X_Forwarded_For="127.0.0.1") == 404

        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=list(ARGS))
        stack.callback(browser.close)
        ann = browser.new_context(viewport=DESK, ignore_https_errors=True).new_page()
        bob = browser.new_context(
            viewport=PHONE, has_touch=True, is_mobile=True, ignore_https_errors=True
        ).new_page()
        ann.goto(f"{url}/new/villagers")
        ann.fill("#name", "Ann")
        ann.locator("input[name=seats][value='2'] + span").click()
        ann.click("#open")
        ann.wait_for_url("**/t/*")
        expect(ann.locator("#bill")).to_contain_text("Anybody, anywhere")
        assert all(cookie["secure"] for cookie in ann.context.cookies())  # Caddy said that it is https
        bob.goto(ann.get_attribute("[data-take=link]", "data-text") or "")
        bob.fill("#name", "Bob")
        bob.tap("#sit")
        expect(ann.locator("#table")).to_be_visible()  # by the socket
        expect(bob.locator("#table")).to_be_visible()

        service.reload()
        asked, other = (ann, bob) if ann.get_attribute("#table", "data-call") == "yes" else (bob, ann)
        before = other.get_attribute("#table", "data-seq") or ""
        asked.evaluate(ANSWER)
        expect(other.locator("#table")).not_to_have_attribute("data-seq", before)
