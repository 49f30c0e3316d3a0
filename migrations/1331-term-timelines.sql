-- The timeline of each term that ever changed, on the employee, so that a pay reads it with the employee instead of composing it from
-- all changes. The trigger below is its only writer; termsTimeline in src/payroll/terms.ts states the same rule.
-- cells:
alter table employees add column term_timelines json;

create function term_timelines_changed() returns trigger language plpgsql as $$
declare
  ids integer[];
begin
  if tg_op = 'DELETE' then
    ids := array(select distinct employee_id from gone);
  else
    ids := array(select distinct employee_id from made);
  end if;
  update employees set term_timelines = composed.timelines
  from (
    with recorded as (
      select employee_id, row_number() over (partition by employee_id order by created_at, id) as place, effective_from,
        coalesce(entered_on, effective_from) as replaces_to, entered_on is not null as is_undated, fields, before
      from employee_terms where employee_id = any(ids) and status <> 'refused'
    ),
    changed as (
      select recorded.*, field.key as name, field.value from recorded cross join lateral json_each(fields) field
    ),
    timeline as (
      select employee_id, name, (array_agg(before -> name order by place))[1] as initial,
        coalesce(
          json_agg(
            case when is_undated then json_build_object('from', effective_from, 'value', value, 'isUndated', true)
              else json_build_object('from', effective_from, 'value', value) end
            order by effective_from, place
          ) filter (where not exists (
            -- A later change replaces this one on the same day, and one without a date up to the day on which it was entered.
            select from changed later
            where later.employee_id = changed.employee_id and later.name = changed.name and later.place > changed.place
              and changed.effective_from between later.effective_from and later.replaces_to)),
          '[]') as changes
      from changed group by employee_id, name
    )
    select wanted.id, (
      select json_object_agg(name, json_build_object('initial', initial, 'changes', changes))
      from timeline where employee_id = wanted.id) as timelines
    from unnest(ids) as wanted (id)
  ) composed
  where employees.id = composed.id;
  return null;
end $$;

create trigger term_timelines_added after insert on employee_terms referencing new table as made
  for each statement execute function term_timelines_changed();
create trigger term_timelines_altered after update on employee_terms referencing new table as made
  for each statement execute function term_timelines_changed();
create trigger term_timelines_removed after delete on employee_terms referencing old table as gone
  for each statement execute function term_timelines_changed();

update employee_terms set status = status where fields::text <> '{}';
