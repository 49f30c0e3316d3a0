-- Whether the demo data is whole: a start that was killed while seeding must not leave half a demo behind.

create table demo_state (
  only_row boolean primary key default true check (only_row),
  is_complete boolean not null
);
