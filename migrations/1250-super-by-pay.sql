-- Super that was overpaid for one pay no longer hides what another pay of the payday still owes: add up the paydays with super again.
-- cells:
insert into payday_changes (company_id, customer_id, pay_date)
select company_id, customer_id, pay_date from paydays where super <> '[]';
