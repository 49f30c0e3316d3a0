-- New Zealand child support goes to Inland Revenue with the PAYE. A payee of the standing deduction would be paid the same money.
-- cells:
update standing_items item set payee_id = null, payee_reference = null
from companies
where companies.id = item.company_id and companies.customer_id = item.customer_id and jurisdiction = 'NZ'
  and item.kind = 'deduction' and item.payee_id is not null
  and classification in ('CHILD_SUPPORT_DEDUCTION', 'CHILD_SUPPORT_GARNISHEE');
