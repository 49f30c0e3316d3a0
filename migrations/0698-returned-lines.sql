-- A line that came back: a credit that the bank returned, a contribution that the fund returned. It reopens what it carried.
alter table payment_lines
  add column returned_on date,
  add column return_reason text,
  add column returned_at timestamptz(0),
  add constraint payment_lines_returned check (num_nonnulls(returned_on, returned_at) in (0, 2) and (returned_on is null or not is_living));
create index payment_lines_returned on payment_lines (company_id, pay_id) where returned_on is not null;

-- The outcome of every line of money that left.
create view paid_lines as
select line.id, line.customer_id, line.company_id, line.pay_id, line.employee_id, line.pay_run_id, line.pay_date, line.kind, line.party,
  line.amount, line.payment_file_id, line.super_file_id, line.settlement_id, line.returned_on, line.return_reason,
  case
    when line.returned_on is not null then 'returned'
    when not line.is_living then 'withdrawn'
    when line.settlement_id is not null or bank.status = 'settled' or fund.paid_on is not null then 'accepted'
    else 'created'
  end as outcome
from payment_lines line
left join payment_files bank on bank.id = line.payment_file_id
left join super_files fund on fund.id = line.super_file_id;
