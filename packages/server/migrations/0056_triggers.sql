-- Triggers: runs of agents that an event starts, and what became of each event.
create table triggers (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  name text not null check (length(name) between 1 and 255),
  kind text not null check (kind in ('http', 'storage', 'agent')),
  agent_id uuid not null references agents on delete cascade,
  agent_version_id uuid,
  mapping json not null default '{}',
  condition json,
  enabled boolean not null default true,
  -- Why the service switched it off; null if its owner did, or if it is on.
  disabled_reason text,
  -- http: the token of its address by hash, to find it, and sealed, to show it.
  token_hash bytea unique,
  token_sealed text check (token_sealed like 'v1.%'),
  verify json,
  secret_sealed text check (secret_sealed like 'v1.%'),
  id_header text,
  -- agent: whose jobs, and how they end.
  source_agent_id uuid references agents on delete cascade,
  statuses text[],
  -- storage: which objects, and up to where they have been looked at.
  connection_id uuid,
  prefix text,
  look_at timestamptz,
  created_by integer references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((kind = 'http') = (token_hash is not null)),
  check ((kind = 'agent') = (source_agent_id is not null)),
  check ((kind = 'storage') = (connection_id is not null)),
  check (not (enabled and disabled_reason is not null))
);
create index triggers_org on triggers (org_id, id desc);
create index triggers_agent on triggers (agent_id);
-- Ending a job reads the triggers of its agent.
create index triggers_source on triggers (source_agent_id) where source_agent_id is not null;
create index triggers_connection on triggers (connection_id) where connection_id is not null;
create index triggers_look on triggers (look_at) where look_at is not null;

-- No foreign keys: a row is written by the statement that ends a job, and checking them would lock the trigger's row.
create table trigger_runs (
  id uuid primary key,
  org_id uuid not null,
  trigger_id uuid not null,
  -- The identity of the event: the sender's id, the job that ended, or the object.
  delivery_key text not null check (length(delivery_key) between 1 and 2000),
  delivery_id text,
  source_job_id uuid,
  hops smallint not null default 0,
  -- The inputs of the run, until it has started.
  inputs json,
  -- The id is chosen before the job exists, so that repeated starts make one job.
  job_id uuid,
  outcome text not null check (outcome in ('starting', 'started', 'skipped', 'failed')),
  reason text,
  -- While starting: when somebody (else) may start it.
  take_at timestamptz,
  at timestamptz not null,
  -- One event, one run.
  unique (trigger_id, delivery_key),
  check ((outcome = 'starting') = (take_at is not null)),
  check (outcome <> 'started' or job_id is not null)
);
create index trigger_runs_list on trigger_runs (trigger_id, id desc);
create index trigger_runs_job on trigger_runs (job_id) where job_id is not null;
create index trigger_runs_take on trigger_runs (take_at) where take_at is not null;

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['triggers', 'trigger_runs'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('create policy tenant on %I to errand_tenant using (org_id = (select errand_org()))', tenant_table);
    execute format('grant select, insert, update, delete on %I to errand_tenant', tenant_table);
  end loop;
end $$;
