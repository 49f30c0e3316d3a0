-- Australian declarations that had no way in: the seniors and pensioners offset, Medicare levy variations, other tax offsets and
-- the additional withholding of a year with 53 or 27 pays.
alter table employees
  add column seniors_offset text not null default 'NONE',
  add column medicare_levy_exemption text not null default 'NONE',
  add column medicare_levy_reduction_children integer,
  add column annual_tax_offset numeric,
  add column withhold_for_extra_pay boolean not null default false;
alter table employees
  alter column seniors_offset drop default,
  alter column medicare_levy_exemption drop default,
  alter column withhold_for_extra_pay drop default;
-- They are part of the tax treatment code that a pay remembers.
create trigger snapshot_changed_by_claims before update of
  seniors_offset, medicare_levy_exemption, medicare_levy_reduction_children
on employees for each row when (old.snapshot_id is not null) execute function forget_snapshot();
