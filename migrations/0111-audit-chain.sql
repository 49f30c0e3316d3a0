-- The audit log can only grow: the service works under a role that may not change it, triggers refuse everybody else,
-- and the rows of each customer are linked by hash, so that a row changed or taken out behind our back is noticed.

drop rule audit_log_no_update on audit_log;
drop rule audit_log_keep on audit_log;
-- The log outlives what it tells of.
alter table audit_log drop constraint audit_log_customer_id_fkey, drop constraint audit_log_user_id_fkey;

-- Rows that wait to be linked; a queue, so that no write waits for the head of a chain.
create table audit_unlinked (audit_id bigint primary key);
insert into audit_unlinked select id from audit_log;

-- `chain` is the customer, 0 for rows of nobody. Each hash covers the row and the hash before it.
create table audit_links (
  audit_id bigint primary key,
  chain integer not null,
  position bigint not null,
  hash bytea not null,
  linked_at timestamptz(0) not null,
  unique (chain, position)
);

-- What retention has taken away: the chain goes on from this hash.
create table audit_checkpoints (
  chain integer primary key,
  position bigint not null,
  hash bytea not null,
  removed_at timestamptz(0) not null
);

create function audit_queue_link() returns trigger language plpgsql as $$
begin
  insert into audit_unlinked values (new.id);
  return null;
end $$;
create trigger audit_queue_link after insert on audit_log for each row execute function audit_queue_link();

-- Roles belong to the whole server. Where the signed-in user may not make them, the triggers stand alone.
do $$
begin
  begin
    create role tasman_service nologin;
  exception when duplicate_object or unique_violation then null;
  end;
  begin
    create role tasman_audit_keeper nologin;
  exception when duplicate_object or unique_violation then null;
  end;
  if not pg_has_role(current_user, 'tasman_service', 'member') then
    execute format('grant tasman_service to %I', current_user);
  end if;
  if not pg_has_role(current_user, 'tasman_audit_keeper', 'member') then
    execute format('grant tasman_audit_keeper to %I', current_user);
  end if;
exception when insufficient_privilege then
  raise notice 'The roles tasman_service and tasman_audit_keeper cannot be made by this user.';
end $$;

-- Whether this session could act as the keeper; if so, nobody but the keeper may remove rows.
create function audit_keeper_missing() returns boolean language sql stable as $$
  select case when to_regrole('tasman_audit_keeper') is null then true
    else not pg_has_role(session_user, 'tasman_audit_keeper', 'member') end
$$;

create function audit_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is append-only: % on % is refused.', lower(tg_op), tg_table_name
    using errcode = 'insufficient_privilege';
end $$;

create function audit_may_keep() returns boolean language sql stable as $$
  select current_user = 'tasman_audit_keeper' or audit_keeper_missing()
$$;

-- The keeper removes only a prefix whose last hash is kept, and only what is older than twelve months.
create function audit_log_may_go(entry audit_log) returns boolean language sql stable as $$
  select audit_may_keep() and entry.at < now() - interval '12 months' and exists (
    select from audit_links l join audit_checkpoints c on c.chain = l.chain and l.position <= c.position
    where l.audit_id = entry.id)
$$;
create function audit_link_may_go(link audit_links) returns boolean language sql stable as $$
  select audit_may_keep() and not exists (select from audit_log where id = link.audit_id) and exists (
    select from audit_checkpoints c where c.chain = link.chain and link.position <= c.position)
$$;

create function audit_log_keep() returns trigger language plpgsql as $$
begin
  if not audit_log_may_go(old) then
    raise exception 'The audit log is append-only: delete on audit_log is refused.'
      using errcode = 'insufficient_privilege';
  end if;
  return old;
end $$;
create function audit_links_keep() returns trigger language plpgsql as $$
begin
  if not audit_link_may_go(old) then
    raise exception 'The audit log is append-only: delete on audit_links is refused.'
      using errcode = 'insufficient_privilege';
  end if;
  return old;
end $$;
create function audit_checkpoints_advance() returns trigger language plpgsql as $$
begin
  if new.chain <> old.chain or new.position <= old.position or not audit_may_keep() then
    raise exception 'The audit log is append-only: update on audit_checkpoints is refused.'
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create trigger no_update before update on audit_log for each row execute function audit_refuse();
create trigger no_update before update on audit_links for each row execute function audit_refuse();
create trigger only_forward before update on audit_checkpoints for each row execute function audit_checkpoints_advance();
create trigger only_kept before delete on audit_log for each row execute function audit_log_keep();
create trigger only_kept before delete on audit_links for each row execute function audit_links_keep();
create trigger no_delete before delete on audit_checkpoints for each row execute function audit_refuse();
create trigger no_truncate before truncate on audit_log for each statement execute function audit_refuse();
create trigger no_truncate before truncate on audit_links for each statement execute function audit_refuse();
create trigger no_truncate before truncate on audit_checkpoints for each statement execute function audit_refuse();

do $$
begin
  if to_regrole('tasman_service') is null or to_regrole('tasman_audit_keeper') is null then
    return;
  end if;
  grant usage on schema public to tasman_service, tasman_audit_keeper;
  grant select, insert, update, delete on all tables in schema public to tasman_service;
  grant usage, select, update on all sequences in schema public to tasman_service;
  alter default privileges in schema public grant select, insert, update, delete on tables to tasman_service;
  alter default privileges in schema public grant usage, select, update on sequences to tasman_service;
  revoke update, delete, truncate on audit_log, audit_links, audit_checkpoints from tasman_service;
  revoke insert on audit_checkpoints from tasman_service;
  grant select, delete on audit_log, audit_links to tasman_audit_keeper;
  grant select, insert, update on audit_checkpoints to tasman_audit_keeper;
end $$;
