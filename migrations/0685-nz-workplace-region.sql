-- The region whose anniversary day is observed at the workplace (Holidays Act 2003 s 44(1)(l)); by default that of the home address.
alter table employees add column nz_workplace_region text not null default 'HOME_ADDRESS';
alter table employees alter column nz_workplace_region drop default;
