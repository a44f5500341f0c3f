-- Programs that people sign in with OAuth: registered clients, what people have granted them, and their codes and
-- tokens. Of codes and tokens only hashes are kept.

create table oauth_clients (
  id text primary key check (length(id) between 1 and 200),
  metadata jsonb not null,
  sealed_secret text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now()
);
create index oauth_clients_last_used on oauth_clients (last_used_at);

-- A grant ends by deleting its row, which takes its tokens along. The audit log keeps that it existed.
create table oauth_grants (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  user_id integer not null references users on delete cascade,
  -- The id of a registered client, or the address of the client's metadata document.
  client_id text not null check (length(client_id) between 1 and 2000),
  client_name text not null check (length(client_name) between 1 and 200),
  client_uri text check (length(client_uri) <= 2000),
  resource text not null check (length(resource) <= 2000),
  scopes text not null check (scopes ~ '^(read|run|decide|build|admin)( (read|run|decide|build|admin))*$'),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  expires_at timestamptz not null
);
create index oauth_grants_org on oauth_grants (org_id, created_at desc, id desc);
create index oauth_grants_user on oauth_grants (user_id);
create index oauth_grants_client on oauth_grants (client_id);

create table oauth_artifacts (
  hash bytea primary key check (length(hash) = 32),
  kind text not null check (length(kind) <= 50),
  grant_id uuid references oauth_grants on delete cascade,
  payload jsonb not null,
  consumed_at timestamptz,
  expires_at timestamptz not null
);
create index oauth_artifacts_grant on oauth_artifacts (grant_id);
create index oauth_artifacts_expires on oauth_artifacts (expires_at);

alter table oauth_grants enable row level security;
create policy tenant on oauth_grants to errand_tenant using (org_id = (select errand_org()));
grant select, insert, update, delete on oauth_grants to errand_tenant;
