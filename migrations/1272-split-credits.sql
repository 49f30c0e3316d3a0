-- What a bank file paid to each account of an employee whose pay is split over several, encrypted. A bank returns one
-- credit, not a share of a pay: what is paid again goes to the place of the account that gave it back.
alter table payment_files add column split_credits text;
