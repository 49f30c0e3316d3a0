-- Who decided the figures of a pay since two people last approved it. The row is also written for a pay that was entered and never
-- changed; user_id and client_id are null then.
-- cells:
alter table pay_editors add column author_ids integer[] not null default '{}';
