"""How the app is put on the network: its port, the names it answers to, its start and stop."""

import contextlib
import re
import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.live_server import Server, running, unused_port
from web.serving import local


@pytest.fixture
def taken_port() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


class TestPort:
    def test_a_free_wanted_port_is_used(self):
        port = unused_port()
        with local.open_port("127.0.0.1", port) as listener:
            assert listener.getsockname() == ("127.0.0.1", port)

    def test_without_a_wish_the_next_port_follows_a_taken_one(self, taken_port, monkeypatch):
        monkeypatch.setattr(local, "FIRST_PORT", taken_port)
        with local.open_port("127.0.0.1") as listener:
            port = listener.getsockname()[1]
        assert taken_port < port < taken_port + local.PORTS_TO_TRY

    def test_without_a_wish_and_without_a_free_port_says_what_to_do(self, taken_port, monkeypatch):
        monkeypatch.setattr(local, "FIRST_PORT", taken_port)
        monkeypatch.setattr(local, "PORTS_TO_TRY", 1)
        with pytest.raises(local.CannotServe, match=r"all taken\. Name another one"):
            local.open_port("127.0.0.1")

    def test_a_taken_wanted_port_is_refused(self, taken_port):
        with pytest.raises(local.CannotServe, match=f"Port {taken_port} is taken"):
            local.open_port("127.0.0.1", taken_port)

    @pytest.mark.parametrize("host", ["192.0.2.1", "no.such.name.invalid", "::1", "a..b"])
    def test_a_host_that_is_not_this_machine_is_refused(self, host):
        with pytest.raises(local.CannotServe, match=f'HOST is "{host}", but must be'):
            local.open_port(host, 5000)


class FakeProbe:
    """A UDP socket on a machine with the given address, or with no network."""

    def __init__(self, address: str | None):
        self.address = address

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def connect(self, _):
        if self.address is None:
            raise OSError("Network is unreachable")

    def getsockname(self):
        return (self.address, 40000)


class TestLanAddress:
    @pytest.mark.parametrize(
        ("own_address", "address"),
        [("192.168.1.20", "192.168.1.20"), ("127.0.0.1", None), (None, None)],
    )
    def test_is_the_address_that_leads_outside(self, own_address, address, monkeypatch):
        monkeypatch.setattr(local.socket, "socket", lambda *_: FakeProbe(own_address))
        assert local.lan_address() == address

    @pytest.mark.parametrize("host", ["127.0.0.1", "127.0.1.1", "localhost"])
    def test_is_none_when_only_this_machine_is_served(self, host):
        assert local.lan_address(host) is None

    def test_is_the_host_itself_when_one_was_named(self):
        assert local.lan_address("10.0.0.7") == "10.0.0.7"


class TestTrustedHosts:
    def test_are_this_machine_under_all_its_names(self):
        assert local.trusted_hosts("0.0.0.0", "192.168.1.20", "Table.home") == [
            *("localhost", "127.0.0.1", "[::1]", "table.home", "table.local", "192.168.1.20")
        ]

    def test_never_hold_the_address_that_stands_for_all(self):
        assert "0.0.0.0" not in local.trusted_hosts("0.0.0.0", None, "table")

    def test_hold_the_named_host_once(self):
        assert local.trusted_hosts("10.0.0.7", "10.0.0.7", "table").count("10.0.0.7") == 1

    def test_hold_the_names_given_besides(self):
        hosts = local.trusted_hosts("0.0.0.0", None, "table", ("piles.example.org", ".example.net"))
        assert hosts[-2:] == ["piles.example.org", ".example.net"]


class TestBanner:
    def test_shows_both_addresses_and_how_to_stop(self):
        text = local.start_banner("0.0.0.0", 5001, "192.168.1.20")
        assert "http://127.0.0.1:5001/" in text
        assert "http://192.168.1.20:5001/" in text
        assert "Ctrl+C" in text

    def test_says_when_there_is_no_network(self):
        assert "No network was found" in local.start_banner("0.0.0.0", 5000, None)

    def test_says_when_the_host_keeps_phones_out(self):
        text = local.start_banner("127.0.0.1", 5000, None)
        assert "Phones cannot reach it, because HOST is 127.0.0.1." in text

    def test_can_be_written_by_any_terminal(self):
        assert local.start_banner("0.0.0.0", 5000, "192.168.1.20").isascii()

    def test_the_qr_code_is_a_square_of_blocks(self):
        rows = local.qr_code("http://192.168.1.20:5000/").splitlines()
        assert {len(row) for row in rows} == {2 * len(rows) - 1}
        assert set("".join(rows)) == set(" ▀▄█")


def start(tmp_path: Path, **environ: str) -> contextlib.AbstractContextManager[Server]:
    return running("web.serving.local", tmp_path / "piles.db", **environ)


class TestServing:
    def test_answers_trusted_names_only_and_ends_well(self, tmp_path):
        port = str(unused_port())
        with start(tmp_path, HOST="127.0.0.1", PORT=port, TRUSTED_HOSTS="table.example") as server:
            assert f"http://127.0.0.1:{port}/" in server.says(b"Ctrl+C")
            assert server.get("/about")[0] == 200
            assert server.get("/about", Host=f"localhost:{port}")[0] == 200
            assert server.get("/about", Host="table.example")[0] == 200
            assert server.get("/about", Host="evil.example")[0] == 400
            assert server.stop() == (0, "")

    def test_starts_on_every_address_even_where_blocks_cannot_be_written(self, tmp_path):
        with start(tmp_path, HOST="", PORT="", PYTHONIOENCODING="ascii") as server:
            message = server.says(b"Ctrl+C")
            assert re.search(r"http://127\.0\.0\.1:50\d\d/", message)
            assert message.isascii()
            assert server.stop(signal.SIGINT) == (0, "")

    def test_a_taken_port_ends_in_one_sentence(self, tmp_path, taken_port):
        with start(tmp_path, HOST="127.0.0.1", PORT=str(taken_port)) as server:
            code, errors = server.end()
        assert code == 1
        assert errors.startswith(f"Port {taken_port} is taken by another program.")
        assert errors.count("\n") == 1
