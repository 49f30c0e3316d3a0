-- The plan is made when a connection first changes a pay, often one alone, and kept: two loops, which took 350 ms of an update of 456 pays
-- that changed nothing here. Without nested loops both tables are matched by a hash, whatever their size.
alter function past_sums_outdated() set enable_nestloop = off;
