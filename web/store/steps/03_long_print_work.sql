-- Cards and booklets of many kingdoms, which take a while to print.

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
) strict;

create index paper_job_by_household on paper_job (household);
