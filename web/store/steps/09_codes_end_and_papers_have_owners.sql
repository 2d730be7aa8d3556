-- Codes go with their household or after years unopened; who had which paper printed.

create table kept_code (
    code text primary key,
    household text references household (id) on delete cascade,
    link text not null,
    made text not null,
    idle integer not null default 0
) strict;

insert into kept_code select code, household, link, made, 0 from code order by rowid;
drop table code;
alter table kept_code rename to code;
create index code_by_link on code (household, link);

create table paper (
    household text not null references household (id) on delete cascade,
    file text not null,
    made text not null,
    primary key (household, file)
) strict;

create index paper_by_time on paper (made);
