-- Whether friends who open a kingdom by its code may tick its lists.

alter table code add column friends_tick integer not null default 0 check (friends_tick in (0, 1));
