-- Contribution files that are sent to a provider, and what the funds answered.
alter table super_files
  -- The pay and the fund of each row, in the order of the rows: a fund answers by row. Null: made before files were sent.
  add column row_lines jsonb,
  add column transmission text check (transmission in ('queued', 'sent', 'accepted', 'partial', 'rejected')),
  add column receipt text,
  add column answer_notes jsonb not null default '[]',
  add column attempts integer not null default 0,
  add column next_attempt_at timestamptz;
create index super_files_next_attempt on super_files (next_attempt_at) where next_attempt_at is not null;

alter table gateway_messages drop constraint gateway_messages_gateway_check;
alter table gateway_messages add constraint gateway_messages_gateway_check check (gateway in ('stp', 'payday', 'super'));
