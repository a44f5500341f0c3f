-- Who signed a connection in at the authorization server of the other system. `sealed` has the server's endpoints, our
-- registration there and the tokens.
create table connection_sign_ins (
  connection_id uuid primary key references connections on delete cascade,
  org_id uuid not null references organizations on delete cascade,
  sealed text not null check (sealed like 'v1.%'),
  -- The address that the tokens are for. They are sent nowhere else.
  url text not null,
  issuer text not null,
  scope text not null default '',
  user_id integer references users on delete set null,
  signed_in_at timestamptz not null default now(),
  expires_at timestamptz,
  -- Why a person has to sign in again.
  problem text,
  -- One process at a time renews the tokens: a refresh token works once.
  claim_id uuid,
  claimed_until timestamptz
);

-- Sign-ins that a person has begun and not completed. The state comes back with the browser.
create table connection_sign_in_tries (
  state_hash bytea primary key,
  org_id uuid not null references organizations on delete cascade,
  connection_id uuid not null references connections on delete cascade,
  user_id integer references users on delete cascade,
  key_id uuid,
  sealed text not null check (sealed like 'v1.%'),
  expires_at timestamptz not null
);
create index connection_sign_in_tries_old on connection_sign_in_tries (expires_at);

-- Tokens that are given back to their authorization server. They outlive their connection until the server has answered.
create table connection_revocations (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  connection_id uuid not null,
  issuer text not null,
  sealed text not null check (sealed = '' or sealed like 'v1.%'),
  outcome text,
  due_at timestamptz,
  claim_id uuid,
  attempts integer not null default 0,
  ended_at timestamptz
);
create index connection_revocations_work on connection_revocations
  (org_id, (coalesce(due_at, '-infinity'::timestamptz))) where outcome is null;

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['connection_sign_ins', 'connection_sign_in_tries', 'connection_revocations'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('create policy tenant on %I to errand_tenant using (org_id = (select errand_org()))', tenant_table);
    execute format('grant select, insert, update, delete on %I to errand_tenant', tenant_table);
  end loop;
end $$;
