-- Movements of an employee are found through their pays; an entry in the middle of an index for each of them cost more than the row.
drop index leave_movements_employee;
-- The run of a pay belongs to its company, and both are written by one statement: looking the company up again for each pay says nothing new.
alter table pays drop constraint pays_company_id_fkey;
