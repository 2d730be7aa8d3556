-- The kingdoms that were drawn for an evening together.

create table night (
    id text primary key,
    household text not null references household (id) on delete cascade,
    links text not null,
    boxes text not null,
    fewest integer not null,
    made text not null
) strict;

create index night_by_household on night (household);
