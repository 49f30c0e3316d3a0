-- What came back of a company's payments, and the session that an officer's token belongs to.
create index payment_lines_company_day on payment_lines (company_id, pay_date);
create index sessions_grant on sessions (grant_id) where grant_id is not null;
