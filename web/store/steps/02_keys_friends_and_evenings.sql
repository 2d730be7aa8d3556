-- Several keys for a household, friends' shelves, codes, steps to undo, and shared marks.
--
-- A household of the first schema was named by the digest of its only key.

alter table household add column name text not null default '';
alter table household add column wishes text not null default '{}';
alter table household add column shelf_code text;
create unique index household_by_shelf_code on household (shelf_code);

create table access (
    digest text primary key,
    household text not null references household (id) on delete cascade,
    kind text not null check (kind in ('device', 'join', 'recovery')),
    expires text
) strict;

create index access_by_household on access (household);
insert into access select id, id, 'device', null from household;

create table friend (
    household text not null references household (id) on delete cascade,
    other text not null references household (id) on delete cascade,
    here integer not null check (here in (0, 1)),
    primary key (household, other)
) strict;

create table code (
    code text primary key,
    household text references household (id) on delete set null,
    link text not null,
    made text not null
) strict;

create unique index code_by_link on code (household, link);

create table step (
    id integer primary key autoincrement,
    household text not null references household (id) on delete cascade,
    link text not null,
    before text not null
) strict;

create index step_by_household on step (household);

create table mark (
    household text not null references household (id) on delete cascade,
    kingdom text not null,
    item text not null,
    value text not null,
    version integer not null,
    primary key (household, kingdom, item)
) strict;
