-- Who sits at which table, where the kingdoms of a night are played at the same time.

alter table night add column seats text not null default '';
