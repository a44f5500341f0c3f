-- Providers of models -------------------------------------------------------------------------------------------------

-- What all processes share about a provider: whether it answers, and who is asking it. No tenant has a part in it.
create table model_providers (
  id text primary key,
  -- Weight of the faults since the last answer.
  faults integer not null default 0,
  -- How often it was left alone since the last answer; above 0 one call at a time tries whether it is back.
  outages integer not null default 0,
  -- Nobody asks before: an outage, or its own Retry-After.
  closed_until timestamptz,
  probing_until timestamptz,
  -- For a limit per minute: when the next call is due, were they spread evenly.
  due_at timestamptz,
  -- For a limit of calls at once: lease id → end of the lease in milliseconds.
  leases jsonb not null default '{}'
);

-- Answers of remote agents that come later, by callback. The row is made before the request that names it.
create table engine_callbacks (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  job_id uuid not null,
  secret text not null,
  body text,
  created_at timestamptz not null default now(),
  received_at timestamptz
);
create index engine_callbacks_age on engine_callbacks (created_at);

alter table engine_callbacks enable row level security;
create policy tenant on engine_callbacks to errand_tenant using (org_id = (select errand_org()));
grant select, insert, update, delete on engine_callbacks to errand_tenant;
