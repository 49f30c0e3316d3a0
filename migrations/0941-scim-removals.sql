-- Who ended a person's access: SCIM reactivates only people whom it deactivated, never those whom an owner removed.
alter table users add column scim_removed boolean not null default false;
update users set scim_removed = true where scim_managed and removed_at is not null;
