-- Pays and changes of standing items in the same second are ordered by their time, so pays keep fractions of a second. A larger
-- precision does not rewrite the table.
alter table pays alter column created_at type timestamptz;
