"""A disk that is really full: games are noted until nothing fits, and what was kept is whole.

Needs the right to mount a small disk in memory; says so where there is none.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

from app import create_app
from bench.quick import unless_quick
from tests.servers import LINK, Phone, faults_of, free_ports, pass_for, servers
from web.store import Store

KILOBYTES = 12_000
ROOM = 250_000
"""Bytes that are left free at the start of a round."""
ROUNDS = unless_quick(5, 1)


def note(phone: Phone, port: int, number: int) -> int:
    """Note a game with two players; answers the status."""
    fields = {
        "link": LINK,
        "id": f"game-{number:06}",
        "day": "2026-01-02",
        "seats": "2",
        "again": "yes",
        "note": "x" * 600,
        "new.0.name": "Ada",
        "new.1.name": "Bo",
    }
    return phone.ask(port, "POST", "/played/new", fields).status


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        mount = ("mount", "-t", "tmpfs", "-o", f"size={KILOBYTES}k", "tmpfs", name)
        if subprocess.run(mount, stderr=subprocess.DEVNULL, check=False).returncode:
            print("Removed: no small disk could be mounted here (that needs root).")
            return
        try:
            fill(folder / "piles.db", folder / "ballast")
        finally:
            subprocess.run(("umount", "--lazy", name), check=True)


def fill(database: Path, ballast: Path) -> None:
    """Fill the disk, make room, and fill it again."""
    app = create_app({"DATABASE": database})
    store = Store(database)
    let_in = pass_for(app, store)
    port = free_ports(1)[0]
    noted = number = 0
    with servers(database, [port]):
        phone = Phone(let_in)
        for _ in range(ROUNDS):
            ballast.write_bytes(bytes(max(0, shutil.disk_usage(database.parent).free - ROOM)))
            statuses = set()
            while not statuses & {503, 507}:
                number += 1
                status = note(phone, port, number)
                noted += status == 303
                statuses.add(status)
            refused = [note(phone, port, number + more) for more in range(1, 6)]
            reading = phone.ask(port, "GET", "/played").status
            noted += refused.count(303)
            number += 5
            ballast.unlink()
            number += 1
            after = note(phone, port, number)
            noted += after == 303
            print(
                f"full after {noted} games: {sorted(statuses - {303})} then {refused}, reading "
                f"{reading}; with room again {after}"
            )
        phone.close()
    kept = len(store.games(let_in.home))
    store.close()
    faults = faults_of(database, [let_in.home])
    print(f"{noted} games acknowledged, {kept} kept, {len(faults)} faults in the file")
    if kept < noted or faults:
        raise SystemExit("The promise is broken: see above.")


if __name__ == "__main__":
    main()
