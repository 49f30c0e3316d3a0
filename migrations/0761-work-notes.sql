-- What a person of an account noted about an item of work: who does it, a remark, a day until which it is out of the way. Items
-- themselves are derived from pays, runs and messages and have no rows. A bureau's notes about a client belong to the bureau.
create table work_notes (
  customer_id integer not null references customers,
  company_id integer not null references companies,
  item_key text not null,
  assignee_id integer references users,
  note text,
  snoozed_until date,
  updated_at timestamptz(0) not null,
  updated_by integer not null references users,
  primary key (customer_id, company_id, item_key)
);
create index work_notes_company on work_notes (company_id);
