-- How a household keeps its cards: in boxes, or in cases of its own.

alter table household add column storage text not null default '{}';
