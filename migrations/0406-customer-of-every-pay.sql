-- As 0405 for what a pay is made of. Its statement gives the customer once, as one parameter for all its rows.
alter table pays disable trigger user;

do $$
declare
  part record;
begin
  for part in
    select name, parent, link from (values
      ('pay_runs', 'companies', 'company_id'),
      ('standing_items', 'companies', 'company_id'),
      ('terminations', 'companies', 'company_id'),
      ('pays', 'companies', 'company_id'),
      -- These hang on a table that has the column by now.
      ('pay_lines', 'pays', 'pay_id'),
      ('leave_movements', 'pays', 'pay_id')
    ) as hung (name, parent, link)
  loop
    execute format('alter table %I add column customer_id integer', part.name);
    execute format('update %I child set customer_id = parent.customer_id from %I parent where parent.id = child.%I',
      part.name, part.parent, part.link);
    execute format('alter table %I alter column customer_id set not null', part.name);
  end loop;
end $$;

alter table pays enable trigger user;
