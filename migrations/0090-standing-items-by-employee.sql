-- Every pay asks for the living items of its employees; without this index the server may read those of the whole company.
create index standing_items_employee on standing_items (employee_id) where deleted_at is null;
