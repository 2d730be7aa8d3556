-- Long print work of more kinds than cards and booklets.

create table any_paper_job (
    id text primary key,
    household text not null references household (id) on delete cascade,
    kind text not null,
    request text not null,
    state text not null check (state in ('waiting', 'running', 'done', 'failed', 'stopped')),
    done integer not null default 0,
    total integer not null,
    file text not null default '',
    error text not null default '',
    made text not null
) strict;

insert into any_paper_job select * from paper_job order by rowid;
drop table paper_job;
alter table any_paper_job rename to paper_job;
create index paper_job_by_household on paper_job (household);
