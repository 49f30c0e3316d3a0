-- A password is also stored as an Argon2id hash, with the salt of its scrypt hash. Checking it takes a seventh of the processor
-- time. The release before reads and writes the scrypt hash only; a hash with another salt is of an earlier password.
-- directory:
alter table users add column password_argon2 text;
