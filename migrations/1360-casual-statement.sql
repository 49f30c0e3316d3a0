-- The last day on which a casual was given the Casual Employment Information Statement (Fair Work Act 2009 s 125B).
-- cells:
alter table employees add column casual_statement_given_on date;
