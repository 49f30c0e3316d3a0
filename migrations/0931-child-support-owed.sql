-- Child support that Australian pays deduct is among the parts of a payday from now on: add up the paydays that have some.
insert into payday_changes (company_id, customer_id, pay_date)
select distinct pays.company_id, pays.customer_id, pays.processed_date
from pays join pay_lines line on line.pay_id = pays.id and line.kind = 'deduction'
where pays.status = 'processed' and line.details ->> 'classification' in ('CHILD_SUPPORT_DEDUCTION', 'CHILD_SUPPORT_GARNISHEE');
