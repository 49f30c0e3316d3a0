-- A person whose tax number or birth date returns to what a report had needs no new report. Keyed hashes of the numbers before and after
-- each change recognise them; the history itself shows only the last digits. Null: the entry is older, or changed none of them.
-- cells:
alter table employee_history add column identity jsonb;
