"""Settings by environment: what each may be, and that docs/running.md tells of exactly these."""

from pathlib import Path

import pytest

from web.serving.environment import (
    FOR_THE_APP,
    SETTINGS,
    WrongSetting,
    app_config,
    read_settings,
    settings_table,
)

DOCS = Path(__file__).resolve().parents[3] / "docs"


class TestReading:
    def test_needs_none(self):
        settings = read_settings({})
        assert settings["PROXIES"] == 0
        assert settings["RATE_LIMITS"] is True
        assert settings["ACCESS_LOG"] is False
        assert (settings["PROCESSES"], settings["THREADS"]) == (1, 8)

    def test_takes_what_is_empty_for_not_set(self):
        names = [one.name for one in SETTINGS if not one.may_be_empty]
        assert read_settings(dict.fromkeys(names, "")) == read_settings({})

    def test_reads_each(self):
        said = {
            "PORT": "8080",
            "TRUSTED_HOSTS": " Piles.example.org, ,.example.net, žlutý.example, 10.0.0.7:5000",
            "PROXIES": "2",
            "HSTS": "31536000",
            "RATE_LIMITS": "False",
            "ACCESS_LOG": "on",
            "SECRET_KEY": "k" * 32,
            "CPU_AT_ONCE": "60",
            "CPU_A_SECOND": "0.5",
            "ADDRESS_CONNECTIONS": "50",
            "THREADS": "4",
            "WIKI": "https://wiki.example.org/{name}",
        }
        settings = read_settings(said)
        assert settings["PORT"] == 8080
        assert settings["TRUSTED_HOSTS"] == (
            "piles.example.org",
            ".example.net",
            "žlutý.example",
            "10.0.0.7:5000",
        )
        assert app_config(settings) == {
            "PROXIES": 2,
            "HSTS": 31536000,
            "RATE_LIMITS": False,
            "ACCESS_LOG": True,
            "SECRET_KEY": "k" * 32,
            "CPU_AT_ONCE": 60,
            "CPU_A_SECOND": 0.5,
            "ADDRESS_CONNECTIONS": 50,
            "THREADS": 4,
            "WIKI": "https://wiki.example.org/{name}",
        }

    @pytest.mark.parametrize(
        "wanted", ["0", "65536", "-1", "5000.0", "http", " ", "²", "9" * 5000, "1_000"]
    )
    def test_a_port_is_a_whole_number(self, wanted):
        with pytest.raises(WrongSetting, match="must be a whole number from 1 to 65535"):
            read_settings({"PORT": wanted})

    @pytest.mark.parametrize(
        ("name", "said", "told"),
        [
            ("PROXIES", "-1", 'PROXIES is "-1", but must be a whole number from 0 to 10.'),
            ("PROCESSES", "0", 'PROCESSES is "0", but must be a whole number from 1 to 64.'),
            ("THREADS", "many", 'THREADS is "many", but must be a whole number from 1 to 64.'),
            ("CPU_AT_ONCE", "0", 'CPU_AT_ONCE is "0", but must be a whole number from 1 to 3600.'),
            ("CPU_A_SECOND", "0", 'CPU_A_SECOND is "0", but must be a number from 0.1 to 64.'),
            ("CPU_A_SECOND", "nan", 'CPU_A_SECOND is "nan", but must be a number from 0.1 to 64.'),
            ("CPU_A_SECOND", "99", 'CPU_A_SECOND is "99", but must be a number from 0.1 to 64.'),
            ("ADDRESS_CONNECTIONS", "801", 'ADDRESS_CONNECTIONS is "801", but must be a whole'),
            ("RATE_LIMITS", "maybe", 'RATE_LIMITS is "maybe", but must be "yes" or "no".'),
            ("ACCESS_LOG", "/x.log", 'ACCESS_LOG is "/x.log", but must be "yes" or "no".'),
            ("SECRET_KEY", "short", "SECRET_KEY is too short to be secret"),
            ("DATABASE", "~nobody-here/x.db", 'DATABASE is "~nobody-here/x.db", but that is no'),
        ],
    )
    def test_what_is_wrong_is_told_in_one_sentence(self, name, said, told):
        with pytest.raises(WrongSetting) as wrong:
            read_settings({name: said})
        assert str(wrong.value).startswith(told)
        assert "\n" not in str(wrong.value)
        assert wrong.value.exit_code == 2

    @pytest.mark.parametrize(
        "name",
        ["https://piles.example.org", "a/b", "*", "a b", "a_b:x", "-a", "..", "a..b", "[::1]"],
    )
    def test_a_trusted_host_is_a_name_alone(self, name):
        with pytest.raises(WrongSetting, match="separated by commas, without https://"):
            read_settings({"TRUSTED_HOSTS": f"fine.example,{name}"})

    def test_a_key_is_never_told(self):
        with pytest.raises(WrongSetting) as wrong:
            read_settings({"SECRET_KEY": "sesame"})
        assert "sesame" not in str(wrong.value)


class TestDocs:
    def test_tell_of_every_setting_as_it_is(self):
        assert settings_table() in (DOCS / "running.md").read_text(encoding="utf-8"), (
            "docs/running.md is stale; run `make docs`"
        )

    def test_what_the_app_is_told_are_settings(self):
        assert set(FOR_THE_APP) <= {one.name for one in SETTINGS}
