-- How many days after a period's end the company pays; it presets drafts and the web form, and nothing else.
alter table companies
  add column days_in_arrears integer not null default 0 check (days_in_arrears between 0 and 62);
