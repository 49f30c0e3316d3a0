-- What statements ask of many snapshots at a time: taking it out of the content of each pay's snapshot was two thirds of adding up a year.
alter table snapshots
  add column income_stream text generated always as (content ->> 'income_stream') stored,
  add column tax_treatment_code text generated always as (content ->> 'tax_treatment_code') stored,
  add column is_closely_held boolean generated always as ((content ->> 'is_closely_held')::boolean) stored,
  add column is_super_only_contractor boolean generated always as ((content ->> 'is_super_only_contractor')::boolean) stored;
