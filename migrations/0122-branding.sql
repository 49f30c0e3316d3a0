-- How a customer looks on its documents, mails and pages. The logo lies here and not in a folder, so that a backup holds it.

create table branding (
  customer_id integer primary key references customers,
  name text check (length(name) <= 60),
  primary_colour text check (primary_colour ~ '^#[0-9a-f]{6}$'),
  accent_colour text check (accent_colour ~ '^#[0-9a-f]{6}$'),
  -- Names the customer in the address of its sign-in page without giving away its id.
  sign_in_key text not null unique,
  logo bytea,
  logo_type text check (logo_type in ('image/png', 'image/jpeg')),
  logo_hash text,
  -- Small, opaque and without anything to decode: for documents and mail.
  print_logo bytea,
  print_width integer,
  print_height integer,
  updated_at timestamptz(0) not null,
  check ((logo is null) = (logo_hash is null) and (logo is null) = (print_logo is null))
);
create index branding_logo on branding (logo_hash);
