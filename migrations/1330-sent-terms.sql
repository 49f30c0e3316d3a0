-- The fields that a change of terms was sent with. The others of its row were derived from them under the terms of that day, and
-- are derived again when an earlier change is cancelled. Null: not known, as before this migration. Empty: all were derived.
-- cells:
alter table employee_terms add column sent json;
