"""The tables, as steps from the first schema to today's; a step that was released never changes."""

from __future__ import annotations

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

migrations = Migrations("ten_piles")


@migrations()
def settings_and_households(db: Database) -> None:
    """Settings the app makes for itself, and what each household used last."""
    db.table("setting").create({"name": str, "value": str}, pk="name", not_null={"value"})
    db.table("household").create(
        {"id": str, "boxes": str, "players": int, "updated": str},
        pk="id",
        not_null={"boxes", "players", "updated"},
    )


@migrations()
def keys_friends_and_evenings(db: Database) -> None:
    """Several keys for a household, friends' shelves, codes, steps to undo, and shared marks.

    A household of the first schema was named by the digest of its only key.
    """
    db.execute("alter table household add column name text not null default ''")
    db.execute("alter table household add column wishes text not null default '{}'")
    db.execute("alter table household add column shelf_code text")
    db.execute("create unique index household_by_shelf_code on household (shelf_code)")
    db.execute(
        """
        create table access (
            digest text primary key,
            household text not null references household (id) on delete cascade,
            kind text not null check (kind in ('device', 'join', 'recovery')),
            expires text
        ) strict
        """
    )
    db.execute("create index access_by_household on access (household)")
    db.execute("insert into access select id, id, 'device', null from household")
    db.execute(
        """
        create table friend (
            household text not null references household (id) on delete cascade,
            other text not null references household (id) on delete cascade,
            here integer not null check (here in (0, 1)),
            primary key (household, other)
        ) strict
        """
    )
    db.execute(
        """
        create table code (
            code text primary key,
            household text references household (id) on delete set null,
            link text not null,
            made text not null
        ) strict
        """
    )
    db.execute("create unique index code_by_link on code (household, link)")
    db.execute(
        """
        create table step (
            id integer primary key autoincrement,
            household text not null references household (id) on delete cascade,
            link text not null,
            before text not null
        ) strict
        """
    )
    db.execute("create index step_by_household on step (household)")
    db.execute(
        """
        create table mark (
            household text not null references household (id) on delete cascade,
            kingdom text not null,
            item text not null,
            value text not null,
            version integer not null,
            primary key (household, kingdom, item)
        ) strict
        """
    )


@migrations()
def long_print_work(db: Database) -> None:
    """Cards and booklets of many kingdoms, which take a while to print."""
    db.execute(
        """
        create table paper_job (
            id text primary key,
            household text not null references household (id) on delete cascade,
            kind text not null check (kind in ('cards', 'booklet')),
            request text not null,
            state text not null
                check (state in ('waiting', 'running', 'done', 'failed', 'stopped')),
            done integer not null default 0,
            total integer not null,
            file text not null default '',
            error text not null default '',
            made text not null
        ) strict
        """
    )
    db.execute("create index paper_job_by_household on paper_job (household)")
