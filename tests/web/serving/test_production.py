"""`make serve`: several processes at one address, replaced when they die, and a quiet end."""

import contextlib
import ctypes
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path

import pytest
from flask import Flask

from tests.databases import open_database
from tests.test_deploy import copied_into_the_image
from tests.thorough import THOROUGH
from tests.web.live_server import ROOT, SECONDS, Server, running, unused_port
from web.http.limits import work_budget
from web.printing.pdf import jobs
from web.serving import server
from web.serving.environment import WrongSetting, read_settings
from web.serving.local import make_app
from web.serving.server import listen
from web.store import Store, prepare

KINGDOM = "/kingdom/hermit.marauder.urchin.cellar?players=2&boxes=dominion-1e.dark-ages"

PR_SET_CHILD_SUBREAPER = 36
"""Of Linux's prctl."""

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="Here only one process can serve.")


def children(pid: int) -> set[int]:
    """The processes that a process has started."""
    if sys.platform != "linux":
        found = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, check=False)
        return set(map(int, found.stdout.split()))
    numbers = (int(path.name) for path in Path("/proc").glob("[0-9]*"))
    return {number for number in numbers if parent(number) == pid}


def parent(pid: int) -> int | None:
    """Who started a process; small systems have no program that tells."""
    with contextlib.suppress(OSError):
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    return None


def descendants(pid: int) -> set[int]:
    """The processes that a process has started, and those that these have started."""
    return children(pid).union(*map(descendants, children(pid)))


@contextlib.contextmanager
def adopting() -> Iterator[None]:
    """While processes whose parent has ended before them become children of this one."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)
    try:
        yield
    finally:
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 0)


def wait_until(true: Callable[[], bool]) -> None:
    give_up = time.monotonic() + SECONDS
    while not true():
        assert time.monotonic() < give_up, "it does not come true"
        time.sleep(0.05)


def is_alive(pid: int) -> bool:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, 0)
        return True
    return False


def believes_the_proxy(serving: Server) -> bool:
    """Whether what a proxy says of https comes through to the app."""
    with serving.ask("/healthz", {"X-Forwarded-Proto": "https"}) as answer:
        return answer.headers["Strict-Transport-Security"] == "max-age=60"


def start(tmp_path: Path, **environ: str) -> contextlib.AbstractContextManager[Server]:
    environ = {"PORT": str(unused_port()), "PROCESSES": "2"} | environ
    return running("web.serving.service", tmp_path / "piles.db", **environ)


class TestProcesses:
    def test_answer_together_are_replaced_and_end_well(self, tmp_path):
        """With no other file than those that the Dockerfile puts into the image."""
        image = tmp_path / "image"
        image.mkdir()
        for path in copied_into_the_image():
            if (ROOT / path).is_dir():
                shutil.copytree(ROOT / path, image / path)
            else:
                shutil.copy(ROOT / path, image / path)
        database, port = tmp_path / "data" / "piles.db", str(unused_port())
        settings = {"PORT": port, "PROCESSES": "2", "ACCESS_LOG": "yes", "HSTS": "60"}
        with running("web.serving.service", database, image, **settings) as serving:
            said = serving.says(b"threads.\n", errors=True)
            assert said == (
                f"Ten Piles listens on http://127.0.0.1:{port}/ with 2 processes of 8 threads.\n"
            )
            # The very first requests come all at once.
            with ThreadPoolExecutor(8) as phones:
                assert set(phones.map(lambda _: serving.get(KINGDOM)[0], range(16))) == {200}
            assert json.loads(serving.get("/healthz")[1])["ok"] is True
            assert not believes_the_proxy(serving)

            first = children(serving.process.pid)
            assert len(first) == 2
            killed = first.pop()
            os.kill(killed, signal.SIGKILL)
            said = serving.says(b"place.\n", errors=True)
            assert said == (
                f"Process {killed} was ended by signal 9; another one takes its place.\n"
            )
            wait_until(lambda: len(children(serving.process.pid) - {killed}) == 2)
            assert serving.get("/healthz")[0] == 200

            ended = children(serving.process.pid)
            serving.process.terminate()
            output, errors = serving.process.communicate(timeout=SECONDS)
            assert (serving.process.returncode, errors) == (0, b"")
            assert not any(map(is_alive, ended))
            lines = [json.loads(line) for line in output.splitlines()]
            assert [line["route"] for line in lines].count("/kingdom/<piles>") == 16

    def test_do_not_outlive_the_one_that_watches_them(self, tmp_path):
        with start(tmp_path, PROXIES="1", HSTS="60") as serving:
            serving.says(b"threads.\n", errors=True)
            assert believes_the_proxy(serving)
            wait_until(lambda: len(children(serving.process.pid)) == 2)
            left = children(serving.process.pid)
            serving.process.kill()
            serving.process.wait()
            wait_until(lambda: not any(map(is_alive, left)))


class TestFiles:
    @pytest.mark.parametrize(
        ("module", "ready", "errors"),
        [("web.serving.service", b"threads.\n", True), ("web.serving.local", b"to stop.\n", False)],
    )
    def test_are_nobody_elses(self, tmp_path, module, ready, errors):
        """The file has the key that signs cookies; whoever reads it may be anybody."""
        before = os.umask(0o000)
        try:
            database = tmp_path / "data" / "piles.db"
            with running(module, database, PORT=str(unused_port()), HOST="127.0.0.1") as serving:
                serving.says(ready, errors=errors)
                serving.get("/healthz")
                made = [database.parent, *database.parent.rglob("*")]
                modes = {path.name: path.stat().st_mode & 0o077 for path in made}
        finally:
            os.umask(before)
        assert {"data", "papers", "piles.db", "piles.db-wal", "piles.db-shm"} <= set(modes)
        assert set(modes.values()) == {0}, modes


@pytest.mark.prints
@pytest.mark.skipif(sys.platform != "linux", reason="Only on Linux can orphans be adopted.")
class TestProcessesThatPrint:
    """What outlives the server is killed by the service manager, which complains of it."""

    @pytest.mark.parametrize("processes", [2, 1] if THOROUGH else [2])
    def test_end_before_the_server_does(self, processes, tmp_path):
        before = children(os.getpid())
        with adopting(), start(tmp_path, PROCESSES=str(processes)) as serving:
            serving.says(b"threads.\n", errors=True)
            assert serving.get("/other-prosperity.pdf")[1].startswith(b"%PDF")
            serves = children(serving.process.pid) if processes > 1 else set()
            assert descendants(serving.process.pid) - serves, "none prints"
            assert serving.stop() == (0, "")
            assert children(os.getpid()) - before == set(), "these were left behind"

    def test_leave_what_they_are_at_to_the_next_server(self, tmp_path):
        make_app(read_settings({"DATABASE": str(tmp_path / "piles.db")}), ())
        request = {"links": [KINGDOM] * 12, "paper": "a4", "address": "http://localhost/"}
        request |= dict.fromkeys(jobs.READING)
        with contextlib.closing(Store(tmp_path / "piles.db")) as store:
            home, _key = store.found_household()
            job = store.add_job(home.id, "booklet", request, 24)
            with start(tmp_path, PROCESSES="1") as serving:
                serving.says(b"threads.\n", errors=True)
                wait_until(lambda: store.job(home.id, job).done >= 1)
                assert serving.stop() == (0, "")
            assert store.job(home.id, job).state == "running"


class TestWrongSettings:
    def test_end_in_one_sentence_and_code_2(self, tmp_path):
        with start(tmp_path, PROCESSES="two") as serving:
            code, errors = serving.end()
        assert code == 2
        assert errors == 'PROCESSES is "two", but must be a whole number from 1 to 64.\n'

    def test_a_database_that_is_none_is_one(self, tmp_path):
        file = tmp_path / "piles.db"
        file.write_bytes(b"no database at all" * 100)
        with pytest.raises(WrongSetting, match=f"The database {file} cannot be used: file is not"):
            make_app(read_settings({"DATABASE": str(file)}), ())

    def test_so_is_one_of_a_newer_version_and_it_is_left_as_it_is(self, tmp_path):
        prepare(tmp_path / "piles.db")
        with open_database(tmp_path / "piles.db") as db:
            db.execute(
                "insert into _sqlite_migrations values (99, 'ten_piles', 'from_the_future', '')"
            )
        before = (tmp_path / "piles.db").read_bytes()
        with start(tmp_path) as serving:
            code, errors = serving.end()
        assert code == 2
        assert errors == (
            f"The database {tmp_path / 'piles.db'} cannot be used: it was made by a newer version "
            "of Ten Piles; use that one.\n"
        )
        assert (tmp_path / "piles.db").read_bytes() == before

    def test_so_is_a_folder_that_cannot_be_made(self, tmp_path):
        (tmp_path / "file").touch()
        for name, told in (("DATABASE", "The database"), ("PAPERS", "The folder")):
            said = {"DATABASE": str(tmp_path / "piles.db"), name: str(tmp_path / "file" / "below")}
            with pytest.raises(WrongSetting, match=f"{told} .+ cannot be used: [^:]+"):
                make_app(read_settings(said), ())


class TestStop:
    """The answers under way are given; whoever comes later is refused."""

    @pytest.fixture
    def slow(self):
        """An app that answers when told to, and the means to do so."""
        app, asked, go_on = Flask("slow"), threading.Event(), threading.Event()
        app.config |= {"PROXIES": 0, "RATE_LIMITS": True, "ADDRESS_CONNECTIONS": 300}
        app.config["MAX_CONTENT_LENGTH"] = 64 * 1024

        @app.get("/")
        def answer():
            asked.set()
            go_on.wait(SECONDS)
            return "x" * 10**6

        with listen("127.0.0.1", 0) as listener:
            port = listener.getsockname()[1]
            work_budget.register(app)
            serving = server.Server(app, listener, threads=2)
            with ThreadPoolExecutor() as pool:
                yield serving, pool, port, asked, go_on
                go_on.set()
            serving._waitress.task_dispatcher.shutdown()
            serving._waitress.trigger.close()

    @staticmethod
    def get(port: int) -> int:
        connection = HTTPConnection("127.0.0.1", port, timeout=SECONDS)
        with contextlib.closing(connection):
            connection.request("GET", "/")
            return len(connection.getresponse().read())

    def test_lets_answers_be_finished(self, slow):
        serving, pool, port, asked, go_on = slow
        run, idle = pool.submit(serving.run), socket.create_connection(("127.0.0.1", port))
        answer = pool.submit(self.get, port)
        asked.wait(SECONDS)
        serving.stop()
        assert idle.recv(1) == b"", "whoever asks nothing is not waited for"
        idle.close()
        with pytest.raises(ConnectionRefusedError):
            self.get(port)
        assert not run.done()
        go_on.set()
        assert answer.result() == 10**6
        assert run.result() == 0

    def test_waits_only_so_long(self, slow, monkeypatch):
        serving, pool, port, asked, go_on = slow
        monkeypatch.setattr(server, "GRACE", 0.1)
        run, answer = pool.submit(serving.run), pool.submit(self.get, port)
        asked.wait(SECONDS)
        serving.stop()
        assert run.result() == 1
        go_on.set()
        for channel in list(serving._waitress.active_channels.values()):
            channel.handle_close()
        with pytest.raises(Exception):  # noqa: B017  cut off in one way or another
            answer.result()

    def test_ends_by_itself_when_not_wanted_any_more(self, slow):
        serving, *_ = slow
        assert serving.run(wanted=lambda: False) == 0


def supervised(work: str, patience: float = 10) -> subprocess.Popen[bytes]:
    """A program that has two processes at this work."""
    program = f"""
        import os, signal, sys, time
        from web.serving import supervisor
        supervisor.PAUSE = 0.02
        def work():
            {work}
        print("begun", flush=True)
        sys.exit(supervisor.supervise(work, 2, {patience}))
    """
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(program)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


class TestSupervisor:
    @pytest.mark.parametrize(
        ("death", "how"),
        [
            ("os._exit(3)", "ended with 3"),
            ("os.kill(os.getpid(), signal.SIGKILL)", "was ended by signal 9"),
        ],
    )
    def test_gives_up_on_processes_that_die_at_their_start(self, death, how):
        """One promise that gunicorn does not keep: it restarts such processes forever."""
        with supervised(death) as program:
            _, errors = program.communicate(timeout=SECONDS)
        assert program.returncode == 1
        *deaths, last = errors.decode().splitlines()
        assert last == "The processes die at their start; giving up."
        assert len(deaths) >= 5
        assert all(f"{how}; another one takes its place." in line for line in deaths)

    @pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
    def test_ends_those_that_do_not_end(self, number):
        work = "signal.signal(signal.SIGTERM, signal.SIG_IGN); print('at work', flush=True)"
        with supervised(f"{work}; time.sleep(60)", patience=0.1) as program:
            assert program.stdout is not None
            for _ in range(3):
                program.stdout.readline()
            left = children(program.pid)
            program.send_signal(number)
            assert program.wait(SECONDS) == 0
        assert len(left) == 2
        assert not any(map(is_alive, left))

    def test_an_exception_is_told(self):
        with supervised("raise RuntimeError('broken')") as program:
            _, errors = program.communicate(timeout=SECONDS)
        assert b"RuntimeError: broken" in errors
        assert program.returncode == 1
