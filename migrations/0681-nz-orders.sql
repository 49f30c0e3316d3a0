-- The net earnings of a pay that an attachment order protects, where that is more than the share of the law.
alter table employees add column nz_protected_net_per_pay numeric;
