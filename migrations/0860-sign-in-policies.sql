-- What an account asks of its people when they sign in. An account without a row asks for nothing beyond the password.
create table sign_in_policies (
  customer_id integer primary key references customers,
  -- The roles that need a second factor.
  second_factor_roles text[] not null default '{}',
  -- Sensitive work asks for the password or the second factor again when the last proof is older; null: never.
  proof_minutes integer check (proof_minutes between 1 and 720),
  updated_at timestamptz(0) not null
);

-- When the person last entered the password or a second factor in this session.
alter table sessions add column proved_at timestamptz(0);
