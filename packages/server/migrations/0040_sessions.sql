-- Sessions of users: a token names its session and works as long as the row is there. Ending one deletes the row.
create table sessions (
  id uuid primary key,
  user_id integer not null references users on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  user_agent text not null default '' check (length(user_agent) <= 300)
);
create index sessions_user on sessions (user_id, expires_at);

-- Tokens without a session, made by another service with the same secret, end with a change of the password.
alter table users add column password_changed_at timestamptz;

-- People of an outside issuer: its subjects, and the user that each of them is here.
create table user_identities (
  issuer text not null check (length(issuer) between 1 and 500),
  subject text not null check (length(subject) between 1 and 255),
  user_id integer not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index user_identities_user on user_identities (user_id);

-- Memberships that the groups of an outside token decide: they change and end with the groups.
alter table memberships add column by_groups boolean not null default false;
