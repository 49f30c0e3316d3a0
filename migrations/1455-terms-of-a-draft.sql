-- The last change of the employee's terms that was recorded when a pay was made or a draft calculated. Times are stored in whole seconds, so they do not
-- say which of a draft and a change in the same second came first. 0: no change was recorded. Null: the pay was calculated before this
-- migration.
-- cells:
alter table pays add column last_terms_id integer;
