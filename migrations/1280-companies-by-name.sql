-- A page of the companies of an account, by name, without sorting all of them.
-- cells:
create index companies_by_name on companies (customer_id, name_key(legal_name), id) where deleted_at is null;
