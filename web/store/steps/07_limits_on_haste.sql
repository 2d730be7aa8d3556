-- How much each address and household did lately; addresses as digests, and not for long.

create table haste (
    kind text not null,
    who blob not null,
    until real not null,
    primary key (kind, who)
) strict, without rowid;

create index haste_by_time on haste (until);
