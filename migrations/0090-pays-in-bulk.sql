-- Every pay asks for the living items of its employees; without this index the server may read those of the whole company.
create index standing_items_employee on standing_items (employee_id) where deleted_at is null;

-- A pay run moves the leave of everybody. With room on its page a row's new version needs no new entry in any index.
alter table employees set (fillfactor = 50);

-- A pay's row is a little longer than what the server starts to compress; that took longer than writing it.
alter table pays set (toast_tuple_target = 4080);
