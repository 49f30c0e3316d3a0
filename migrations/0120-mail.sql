-- Mail is written with the change that causes it and sent from here by a job; what was kept before counts as sent.

alter table outbox
  add column customer_id integer references customers,
  add column state text not null default 'sent' check (state in ('queued', 'sending', 'sent', 'failed')),
  -- What took it: a mail server, or nobody but this table.
  add column transport text check (transport in ('smtp', 'outbox')),
  add column attempts integer not null default 0 check (attempts >= 0),
  add column due_at timestamptz not null default now(),
  add column leased_until timestamptz,
  -- Not sent after this: its link has run out by then.
  add column good_until timestamptz,
  add column error text,
  add column sent_at timestamptz(0);
update outbox set sent_at = created_at, transport = 'outbox';
alter table outbox
  alter column state set default 'queued',
  alter column due_at drop default,
  add check ((state = 'sending') = (leased_until is not null));
create index outbox_due on outbox (due_at) where state in ('queued', 'sending');
create index outbox_customer on outbox (customer_id, id desc);
create index outbox_age on outbox (created_at);

create table outbox_attachments (
  mail_id integer not null references outbox on delete cascade,
  place integer not null,
  name text not null,
  media_type text not null,
  -- Sealed; base64 inside.
  content text not null,
  primary key (mail_id, place)
);
