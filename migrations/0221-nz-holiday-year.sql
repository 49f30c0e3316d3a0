-- The day from which the twelve months for annual holidays count, where a closedown moved it (Holidays Act 2003 s 35).
alter table employees add column nz_holiday_year_from date;
