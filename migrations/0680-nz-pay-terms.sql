-- Terms of New Zealand employees that pays read: why holiday pay may go out with wages (Holidays Act 2003 s 28), the dates of a
-- KiwiSaver rate reduction and savings suspension, and the minimum wage that applies.
alter table employees
  add column nz_holiday_pay_reason text,
  add column nz_holiday_pay_agreed_on date,
  add column nz_kiwisaver_reduction_from date,
  add column nz_kiwisaver_reduction_to date,
  add column nz_kiwisaver_suspension_from date,
  add column nz_kiwisaver_suspension_to date,
  add column nz_minimum_wage text not null default 'ADULT';
alter table employees alter column nz_minimum_wage drop default;

-- Holiday pay that a pay paid with the wages; the end of the employment settles what is missing.
alter table pays add column holiday_pay_with_wages numeric;
update pays set holiday_pay_with_wages = paid.amount
from (
  select l.pay_id, sum(l.amount) as amount
  from pay_lines l
  join pays p on p.id = l.pay_id
  join employees e on e.id = p.employee_id
  where e.is_holiday_pay_paid_with_wages and l.kind = 'allowance'
    and l.description ~* '\mholiday\s+pay\M|\m8(\.0+)?\s*%' and l.description !~* '\mpublic\s+holiday|\mno\s+holiday\s+pay\M'
  group by l.pay_id
) paid
where pays.id = paid.pay_id;

-- Who has had unpaid leave: only their anniversaries may move (Holidays Act 2003 s 16).
create index pays_with_unpaid_leave on pays (employee_id) where unpaid_leave_weeks > 0;
