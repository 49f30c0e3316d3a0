-- Withholding that an agreement, a notice of the tax office or the work decides, and pay that is set by the year.
alter table employees
  add column extra_withholding_amount numeric,
  add column withholding_variation_rate numeric,
  add column withholding_variation_amount numeric,
  add column withholding_variation_from date,
  add column withholding_variation_to date,
  add column medicare_levy_surcharge text not null default 'NONE',
  add column special_tax_table text not null default 'NONE',
  add column annual_salary numeric,
  add column annual_package numeric;
alter table employees
  alter column medicare_levy_surcharge drop default,
  alter column special_tax_table drop default;
-- They are part of the tax treatment code that a pay remembers.
create trigger snapshot_changed_by_own_withholding before update of
  medicare_levy_surcharge, special_tax_table, withholding_variation_rate, withholding_variation_amount
on employees for each row when (old.snapshot_id is not null) execute function forget_snapshot();
