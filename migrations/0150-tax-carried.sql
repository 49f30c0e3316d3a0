-- Tax that a pay could not bear without a net below zero, less what of earlier pays it did; later pays of the year start there.
alter table pays add column tax_carried numeric;
update pays set tax_carried = 0 where period_tax is not null;
