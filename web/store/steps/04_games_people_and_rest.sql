-- The log of games, the people who play and what they like, and which cards rest.

create table person (
    id integer primary key autoincrement,
    household text not null references household (id) on delete cascade,
    name text not null,
    here integer not null check (here in (0, 1))
) strict;

create index person_by_household on person (household);

create table taste (
    person integer not null references person (id) on delete cascade,
    card text not null,
    taste text not null check (taste in ('double', 'half', 'never')),
    primary key (person, card)
) strict;

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
) strict;

create index game_by_day on game (household, day);

create table game_player (
    household text not null,
    game text not null,
    seat integer not null,
    person integer references person (id) on delete set null,
    name text not null,
    won integer not null check (won in (0, 1)),
    primary key (household, game, seat),
    foreign key (household, game) references game (household, id) on delete cascade
) strict;

create index game_player_by_person on game_player (person);

create table rest (
    household text primary key references household (id) on delete cascade,
    on_now integer not null check (on_now in (0, 1)),
    unit text not null check (unit in ('games', 'weeks')),
    number integer not null check (number between 1 and 99),
    how text not null check (how in ('out', 'half', 'quarter', 'tenth'))
) strict;
