-- Systems of an organization that its agents, queries and deliveries can reach. The credentials are encrypted with a key
-- that is not in the database (secrets/keyring.ts); auth_config has a mask for each secret value.
create table connections (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  connector_type text not null check (length(connector_type) between 1 and 50),
  name text not null check (length(name) between 1 and 250),
  description text not null default '',
  config jsonb not null check (jsonb_typeof(config) = 'object'),
  auth_config jsonb not null check (jsonb_typeof(auth_config) = 'object'),
  sealed text not null check (sealed like 'v1.%'),
  -- The named secrets that config and credentials refer to.
  secret_names text[] not null default '{}',
  dynamic_inputs jsonb not null default '{}',
  status text not null default 'active' check (status in ('active', 'error')),
  test_message text,
  tested_at timestamptz,
  last_used_at timestamptz,
  creator_id integer references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (org_id, name)
);
alter table connections enable row level security;
create policy tenant on connections to errand_tenant using (org_id = (select errand_org()));
grant select, insert, update, delete on connections to errand_tenant;

-- The connections that a version names: id by name, as its configuration writes it.
alter table agent_versions add column connection_refs jsonb not null default '{}';
