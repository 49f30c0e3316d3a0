-- The values of a standing item by date: what changed, from which day, and what applied before. Null: it never changed after a pay.
alter table standing_items add column terms jsonb;
