-- When the person, or the document, was taken out of the row because the time of keeping was over.
alter table employees add column forgotten_at timestamptz(0);
alter table submissions add column forgotten_at timestamptz(0);
alter table payment_files add column forgotten_at timestamptz(0);
alter table super_files add column forgotten_at timestamptz(0);
