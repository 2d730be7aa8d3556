-- Tournaments: who plays, what is played in each round, who sits where, and the results.

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
) strict;

create unique index tournament_by_code on tournament (code);

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
) strict;

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
) strict;

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
) strict;
