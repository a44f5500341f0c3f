-- Tries to sign in, counted for all processes: one row for an e-mail at an address and one for the e-mail alone, each
-- under a hash, so that nobody's name or address is kept.
create table sign_in_tries (
  key bytea primary key,
  tries integer not null check (tries > 0),
  until timestamptz not null
);
create index sign_in_tries_until on sign_in_tries (until);
