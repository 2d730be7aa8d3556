-- Rooms of any kind, what their seats counted, and players' points in the log.

create temp table kept_seat as select * from seat;
create temp table kept_move as select * from room_move;

create table any_room (
    code text primary key,
    household text not null references household (id) on delete cascade,
    kind text not null,
    seed text not null,
    about text not null,
    reveal text not null default '',
    version integer not null default 0,
    used text not null
) strict;

insert into any_room select * from room;
-- and with it all seats and moves
drop table room;
alter table any_room rename to room;
create unique index room_by_seed on room (household, kind, seed);
create index room_by_use on room (used);
insert into seat select * from kept_seat;
insert into room_move select * from kept_move;
alter table seat add column counted text not null default '{}';
alter table game_player add column score text not null default '{}';
