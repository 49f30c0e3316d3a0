-- Where in the text of a mail the service itself put an address to open. Nothing else in a mail becomes a link.
alter table outbox add column link_starts integer[] not null default '{}';
