-- Lines and movements are written by the statement that writes their pay, and by nothing else. Looking up the pay of each again
-- took more time than writing them; what goes with a pay is taken away by one statement for all pays that go.
alter table pay_lines drop constraint pay_lines_pay_id_fkey;
alter table leave_movements drop constraint leave_movements_pay_id_fkey;

create function remove_parts_of_pays() returns trigger language plpgsql as $$
begin
  delete from pay_lines where pay_id in (select id from gone);
  delete from leave_movements where pay_id in (select id from gone);
  return null;
end $$;
create trigger parts_removed after delete on pays referencing old table as gone
  for each statement execute function remove_parts_of_pays();
