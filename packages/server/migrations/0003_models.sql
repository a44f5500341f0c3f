-- Providers of models -------------------------------------------------------------------------------------------------

-- The state of a provider that all processes share: whether it responds, and which calls are running. Not tenant data.
create table model_providers (
  id text primary key,
  -- Weight of the faults since the last answer.
  faults integer not null default 0,
  -- How often calls were suspended since the last answer; above 0, one call at a time probes it.
  outages integer not null default 0,
  -- No calls before this time, because of an outage or its Retry-After.
  closed_until timestamptz,
  probing_until timestamptz,
  -- For a limit per minute: when the next call would be due if calls were spread evenly.
  due_at timestamptz,
  -- For a limit of calls at once: lease id → end of the lease in milliseconds.
  leases jsonb not null default '{}'
);

-- Answers of remote agents by callback. The row is inserted before the request that names it.
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
