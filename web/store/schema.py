"""The tables, as steps from the first schema to today's; a step that was released never changes."""

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

migrations = Migrations("ten_piles")


def is_newer(db: Database) -> bool:
    """Whether a file has taken steps that are not known here."""
    known = {step.name for step in migrations._migrations}
    return not {step.name for step in migrations.applied(db)} <= known


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


@migrations()
def games_people_and_rest(db: Database) -> None:
    """The log of games, the people who play and what they like, and which cards rest."""
    db.execute(
        """
        create table person (
            id integer primary key autoincrement,
            household text not null references household (id) on delete cascade,
            name text not null,
            here integer not null check (here in (0, 1))
        ) strict
        """
    )
    db.execute("create index person_by_household on person (household)")
    db.execute(
        """
        create table taste (
            person integer not null references person (id) on delete cascade,
            card text not null,
            taste text not null check (taste in ('double', 'half', 'never')),
            primary key (person, card)
        ) strict
        """
    )
    db.execute(
        """
        create table game (
            household text not null references household (id) on delete cascade,
            id text not null,
            link text not null,
            day text not null,
            name text not null,
            seats integer not null check (seats between 1 and 12),
            tie integer not null check (tie in (0, 1)),
            liked integer check (liked between 1 and 5),
            note text not null,
            made text not null,
            primary key (household, id)
        ) strict
        """
    )
    db.execute("create index game_by_day on game (household, day)")
    db.execute(
        """
        create table game_player (
            household text not null,
            game text not null,
            seat integer not null,
            person integer references person (id) on delete set null,
            name text not null,
            won integer not null check (won in (0, 1)),
            primary key (household, game, seat),
            foreign key (household, game) references game (household, id) on delete cascade
        ) strict
        """
    )
    db.execute("create index game_player_by_person on game_player (person)")
    db.execute(
        """
        create table rest (
            household text primary key references household (id) on delete cascade,
            on_now integer not null check (on_now in (0, 1)),
            unit text not null check (unit in ('games', 'weeks')),
            number integer not null check (number between 1 and 99),
            how text not null check (how in ('out', 'half', 'quarter', 'tenth'))
        ) strict
        """
    )


@migrations()
def rooms_for_several_phones(db: Database) -> None:
    """Blind vetoes with their seats, and Black Market decks with their moves."""
    db.execute(
        """
        create table room (
            code text primary key,
            household text not null references household (id) on delete cascade,
            kind text not null check (kind in ('veto', 'market')),
            seed text not null,
            about text not null,
            reveal text not null default '',
            version integer not null default 0,
            used text not null
        ) strict
        """
    )
    db.execute("create unique index room_by_seed on room (household, kind, seed)")
    db.execute("create index room_by_use on room (used)")
    db.execute(
        """
        create table seat (
            room text not null references room (code) on delete cascade,
            number integer not null,
            name text not null default '',
            phone text not null default '',
            done integer not null default 0 check (done in (0, 1)),
            struck text not null default '[]',
            primary key (room, number)
        ) strict
        """
    )
    db.execute(
        """
        create table room_move (
            room text not null references room (code) on delete cascade,
            number integer not null,
            move text not null,
            primary key (room, number)
        ) strict
        """
    )


@migrations()
def planned_nights(db: Database) -> None:
    """The kingdoms that were drawn for an evening together."""
    db.execute(
        """
        create table night (
            id text primary key,
            household text not null references household (id) on delete cascade,
            links text not null,
            boxes text not null,
            fewest integer not null,
            made text not null
        ) strict
        """
    )
    db.execute("create index night_by_household on night (household)")


@migrations()
def limits_on_haste(db: Database) -> None:
    """How much each address and household did lately; addresses as digests, and not for long."""
    db.execute(
        """
        create table haste (
            kind text not null,
            who blob not null,
            until real not null,
            primary key (kind, who)
        ) strict, without rowid
        """
    )
    db.execute("create index haste_by_time on haste (until)")


@migrations()
def tournaments(db: Database) -> None:
    """Tournaments: who plays, what is played in each round, who sits where, and the results."""
    db.execute(
        """
        create table tournament (
            household text not null references household (id) on delete cascade,
            id text not null,
            code text not null,
            name text not null,
            lot text not null,
            search text not null default '',
            beat text not null default '',
            done integer not null default 0 check (done between 0 and 100),
            version integer not null default 0,
            made text not null,
            primary key (household, id)
        ) strict
        """
    )
    db.execute("create unique index tournament_by_code on tournament (code)")
    db.execute(
        """
        create table tournament_player (
            household text not null,
            tournament text not null,
            number integer not null check (number between 0 and 59),
            name text not null,
            gone integer check (gone between 1 and 6),
            midway integer not null default 0 check (midway in (0, 1)),
            primary key (household, tournament, number),
            foreign key (household, tournament) references tournament (household, id)
                on delete cascade
        ) strict
        """
    )
    db.execute(
        """
        create table tournament_round (
            household text not null,
            tournament text not null,
            number integer not null check (number between 1 and 6),
            seats text not null default '',
            how text not null default '',
            link text not null default '',
            announced integer not null default 0 check (announced in (0, 1)),
            closed integer not null default 0 check (closed in (0, 1)),
            primary key (household, tournament, number),
            foreign key (household, tournament) references tournament (household, id)
                on delete cascade
        ) strict
        """
    )
    db.execute(
        """
        create table tournament_result (
            household text not null,
            tournament text not null,
            round integer not null check (round between 1 and 6),
            place integer not null check (place between 1 and 20),
            scores text not null,
            version integer not null,
            primary key (household, tournament, round, place),
            foreign key (household, tournament) references tournament (household, id)
                on delete cascade
        ) strict
        """
    )


@migrations()
def codes_end_and_papers_have_owners(db: Database) -> None:
    """Codes go with their household or after years unopened; who had which paper printed."""
    db.execute(
        """
        create table kept_code (
            code text primary key,
            household text references household (id) on delete cascade,
            link text not null,
            made text not null,
            idle integer not null default 0
        ) strict
        """
    )
    db.execute(
        "insert into kept_code select code, household, link, made, 0 from code order by rowid"
    )
    db.execute("drop table code")
    db.execute("alter table kept_code rename to code")
    db.execute("create index code_by_link on code (household, link)")
    db.execute(
        """
        create table paper (
            household text not null references household (id) on delete cascade,
            file text not null,
            made text not null,
            primary key (household, file)
        ) strict
        """
    )
    db.execute("create index paper_by_time on paper (made)")


@migrations()
def how_cards_are_kept(db: Database) -> None:
    """How a household keeps its cards: in boxes, or in cases of its own."""
    db.execute("alter table household add column storage text not null default '{}'")


@migrations()
def nights_at_two_tables(db: Database) -> None:
    """Who sits at which table, where the kingdoms of a night are played at the same time."""
    db.execute("alter table night add column seats text not null default ''")


@migrations()
def scores(db: Database) -> None:
    """Rooms of any kind, what their seats counted, and players' points in the log."""
    db.execute("create temp table kept_seat as select * from seat")
    db.execute("create temp table kept_move as select * from room_move")
    db.execute(
        "create table any_room (code text primary key, household text not null "
        "references household (id) on delete cascade, kind text not null, seed text not null, "
        "about text not null, reveal text not null default '', "
        "version integer not null default 0, used text not null) strict"
    )
    db.execute("insert into any_room select * from room")
    db.execute("drop table room")  # and with it all seats and moves
    db.execute("alter table any_room rename to room")
    db.execute("create unique index room_by_seed on room (household, kind, seed)")
    db.execute("create index room_by_use on room (used)")
    db.execute("insert into seat select * from kept_seat")
    db.execute("insert into room_move select * from kept_move")
    db.execute("alter table seat add column counted text not null default '{}'")
    db.execute("alter table game_player add column score text not null default '{}'")


@migrations()
def friends_may_tick(db: Database) -> None:
    """Whether friends who open a kingdom by its code may tick its lists."""
    db.execute(
        "alter table code add column friends_tick integer not null default 0 "
        "check (friends_tick in (0, 1))"
    )


@migrations()
def hints_put_away(db: Database) -> None:
    """The hints that a household needs no more."""
    db.execute("alter table household add column hints_away text not null default '[]'")


@migrations()
def prints_of_any_kind(db: Database) -> None:
    """Long print work of more kinds than cards and booklets."""
    db.execute(
        "create table any_paper_job (id text primary key, household text not null "
        "references household (id) on delete cascade, kind text not null, request text not null, "
        "state text not null check (state in ('waiting', 'running', 'done', 'failed', 'stopped')), "
        "done integer not null default 0, total integer not null, file text not null default '', "
        "error text not null default '', made text not null) strict"
    )
    db.execute("insert into any_paper_job select * from paper_job order by rowid")
    db.execute("drop table paper_job")
    db.execute("alter table any_paper_job rename to paper_job")
    db.execute("create index paper_job_by_household on paper_job (household)")
