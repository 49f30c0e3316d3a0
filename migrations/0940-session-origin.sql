-- Whether the identity provider of the organisation opened the session, and not the person's own password or passkey.
alter table sessions add column is_by_provider boolean not null default false;
