-- Blind vetoes with their seats, and Black Market decks with their moves.

create table room (
    code text primary key,
    household text not null references household (id) on delete cascade,
    kind text not null check (kind in ('veto', 'market')),
    seed text not null,
    about text not null,
    reveal text not null default '',
    version integer not null default 0,
    used text not null
) strict;

create unique index room_by_seed on room (household, kind, seed);
create index room_by_use on room (used);

create table seat (
    room text not null references room (code) on delete cascade,
    number integer not null,
    name text not null default '',
    phone text not null default '',
    done integer not null default 0 check (done in (0, 1)),
    struck text not null default '[]',
    primary key (room, number)
) strict;

create table room_move (
    room text not null references room (code) on delete cascade,
    number integer not null,
    move text not null,
    primary key (room, number)
) strict;
