-- Schedules: runs of agents that a clock starts, and what became of each due time.
create table schedules (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  name text not null check (length(name) between 1 and 255),
  agent_id uuid not null references agents on delete cascade,
  -- Null: the version that is current when a run is due.
  agent_version_id uuid,
  cron text check (length(cron) between 1 and 200),
  every_seconds integer check (every_seconds >= 1),
  -- Where every_seconds counts from.
  anchor_at timestamptz not null,
  timezone text not null,
  inputs json not null default '{}',
  metadata json,
  enabled boolean not null default true,
  -- Why the service switched it off; null if its owner did, or if it is on.
  disabled_reason text,
  catch_up text not null check (catch_up in ('none', 'one')),
  overlap text not null check (overlap in ('skip', 'queue', 'cancel_previous')),
  max_cost_per_run numeric(20, 8) check (max_cost_per_run > 0),
  -- The earliest due time that is not claimed; null while it is off.
  next_at timestamptz,
  -- Of the latest run that was started: while it works, the next one overlaps.
  last_job_id uuid,
  created_by integer references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((cron is null) <> (every_seconds is null)),
  check (enabled or next_at is null),
  check (not (enabled and disabled_reason is not null))
);
create index schedules_org on schedules (org_id, id desc);
create index schedules_due on schedules (next_at) where next_at is not null;
create index schedules_agent on schedules (agent_id);

create table schedule_runs (
  id uuid primary key,
  org_id uuid not null,
  schedule_id uuid not null references schedules on delete cascade,
  due_at timestamptz not null,
  -- The id is chosen when the due time is claimed, before the job exists, so that repeated starts make one job.
  job_id uuid,
  outcome text not null check (outcome in ('waiting', 'starting', 'started', 'skipped', 'missed', 'failed')),
  reason text,
  -- The end of the lease while it starts: after that, another process starts it.
  take_at timestamptz,
  -- One run for each due time, even if several processes see it.
  unique (schedule_id, due_at),
  check ((outcome = 'starting') = (take_at is not null)),
  check (outcome not in ('starting', 'started') or job_id is not null)
);
create index schedule_runs_open on schedule_runs (schedule_id, due_at) where outcome in ('waiting', 'starting');
create index schedule_runs_take on schedule_runs (take_at) where take_at is not null;

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['schedules', 'schedule_runs'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('create policy tenant on %I to errand_tenant using (org_id = (select errand_org()))', tenant_table);
    execute format('grant select, insert, update, delete on %I to errand_tenant', tenant_table);
  end loop;
end $$;
