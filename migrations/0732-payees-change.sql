-- The account of a payee can change; what came back from the one before may be paid again from then on.
alter table payees add column changed_at timestamptz(0);
