-- The hints that a household needs no more.

alter table household add column hints_away text not null default '[]';
