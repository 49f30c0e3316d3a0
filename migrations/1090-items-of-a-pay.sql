-- The items that a pay reads: those of today, and those that ended on a day. Without it, the server read the whole table for every pay.
-- cells:
create index standing_items_of_pay on standing_items (employee_id) where deleted_at is null or terms is not null;
