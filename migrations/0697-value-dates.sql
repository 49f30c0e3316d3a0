-- The day on which the bank credits the accounts. Files made before asked for the latest pay date of their items.
alter table payment_files add column value_date date;
update payment_files set value_date = pay_date;
