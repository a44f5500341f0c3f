-- Values of an organization that can be used and replaced, but never read: encrypted with a key that is not in the
-- database (secrets/keyring.ts).
create table secrets (
  org_id uuid not null references organizations on delete cascade,
  name text not null check (name ~ '^[A-Za-z][A-Za-z0-9_]{0,63}$'),
  sealed text not null check (sealed like 'v1.%'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (org_id, name)
);
alter table secrets enable row level security;
create policy tenant on secrets to errand_tenant using (org_id = (select errand_org()));
grant select, insert, update, delete on secrets to errand_tenant;

-- The secrets that a version's configuration names, and its own secret values by key, encrypted: the configuration holds a
-- mask in their place. The service seals the values of older versions when it starts.
alter table agent_versions add column secret_names text[] not null default '{}';
alter table agent_versions add column sealed_config json;
