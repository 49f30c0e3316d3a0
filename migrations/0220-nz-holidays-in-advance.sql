-- How holiday pay that goes out before its holiday is taxed: one of Inland Revenue's two ways.
alter table employees add column nz_holidays_in_advance text not null default 'SPREAD';
alter table employees alter column nz_holidays_in_advance drop default;
