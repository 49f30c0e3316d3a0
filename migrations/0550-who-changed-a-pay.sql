-- Who changed the rows of a pay last, for the colleague who has it open. The audit log says it too, but not by pay, and forgets earlier.
create table pay_editors (
  pay_id integer primary key references pays on delete cascade,
  customer_id integer not null references customers,
  user_id integer references users on delete set null,
  -- The application that acted for the user.
  client_id text,
  changed_at timestamptz(0) not null
);
create index pay_editors_customer on pay_editors (customer_id);
create index pay_editors_user on pay_editors (user_id);
