-- What the tax office holds is found payee by payee, the last event first; of a death benefit most employees have none.
create index submission_payees_beneficiary on submission_payees (employee_id, submission_id desc) where part = 'beneficiary';
