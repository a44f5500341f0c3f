-- A directory pushes people and groups by SCIM. `for_org` null: the directory of the whole installation. All of it is
-- read by the system only, because a directory belongs to people before it belongs to an organization.
create table scim_tokens (
  id uuid primary key,
  for_org uuid references organizations on delete cascade,
  hash bytea not null unique check (length(hash) = 32),
  prefix text not null,
  name text not null check (length(name) <= 200),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  last_write_at timestamptz,
  last_problem text check (length(last_problem) <= 500),
  last_problem_at timestamptz
);

create table scim_users (
  id uuid primary key,
  for_org uuid references organizations on delete cascade,
  user_id integer not null references users on delete cascade,
  user_name text not null check (length(user_name) between 1 and 254),
  external_id text check (length(external_id) <= 255),
  -- Members of the resource that are only kept and given back.
  attributes jsonb not null default '{}',
  active boolean not null,
  -- Removed by the directory: the row remembers that the person came from it, for one who comes back.
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- PostgreSQL 14 takes nulls as distinct, so the installation's directory is the zero id here.
create unique index scim_users_name on scim_users (coalesce(for_org, '00000000-0000-0000-0000-000000000000'), lower(user_name))
  where deleted_at is null;
create index scim_users_external on scim_users (external_id) where deleted_at is null;
create unique index scim_users_user on scim_users (user_id, coalesce(for_org, '00000000-0000-0000-0000-000000000000'));

create table scim_groups (
  id uuid primary key,
  for_org uuid references organizations on delete cascade,
  display_name text not null check (length(display_name) between 1 and 500),
  external_id text check (length(external_id) <= 255),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index scim_groups_name on scim_groups (coalesce(for_org, '00000000-0000-0000-0000-000000000000'), lower(display_name));

create table scim_members (
  group_id uuid not null references scim_groups on delete cascade,
  scim_user_id uuid not null references scim_users on delete cascade,
  primary key (group_id, scim_user_id)
);
create index scim_members_user on scim_members (scim_user_id);
