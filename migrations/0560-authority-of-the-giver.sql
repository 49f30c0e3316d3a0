-- Links and sessions name the person who gave them, so that they can be refused once that person may not give them any more.

-- The reseller's person who ordered the account; null: the person who receives the link asked for it.
alter table password_links add column given_by integer references users;
create index password_links_given_by on password_links (given_by) where given_by is not null;

-- The reseller's person who opened the session; null: the person signed in.
alter table sessions add column opened_by_user_id integer references users;
create index sessions_opened_by_user on sessions (opened_by_user_id) where opened_by_user_id is not null;

-- An application can no longer invite employees to self-service: open invitations that one sent are void.
update invitations i set revoked_at = i.created_at
where i.role = 'employee' and i.accepted_at is null and i.revoked_at is null
  and not exists (
    select from audit_log a
    where a.customer_id = i.customer_id and a.action = 'inviteEmployee' and a.outcome < 400 and a.client_id = 'tasman-web'
      and a.target = '/api/employees/' || i.employee_id || '/self-service'
      and a.at between i.created_at - interval '1 minute' and i.created_at + interval '1 minute');

-- Open invitations of people who were removed, or who may not give that role any more.
update invitations i set revoked_at = i.created_at
from users u
where u.id = i.invited_by and i.accepted_at is null and i.revoked_at is null
  and (u.removed_at is not null
    or (i.role = 'owner' and u.role <> 'owner')
    or (i.role in ('admin', 'member', 'reader') and u.role not in ('owner', 'admin'))
    or (i.role = 'employee' and u.role not in ('owner', 'admin', 'member')));
