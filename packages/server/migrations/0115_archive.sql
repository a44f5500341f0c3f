-- Closed months of jobs as Parquet files in storage (jobs/archive). A part is some thousand jobs of one organization and
-- month with everything that belongs to them; what it holds is no longer in the tables.
create table archive_parts (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  kind text not null check (kind in ('jobs', 'deliveries')),
  month date not null,
  -- `writing`: its files may be incomplete, and its rows are still in the tables.
  state text not null check (state in ('writing', 'ready')),
  -- Of its jobs or deliveries; null while it is written.
  first_id uuid,
  last_id uuid,
  first_at timestamptz,
  last_at timestamptz,
  rows integer not null default 0 check (rows >= 0),
  -- Of its jobs, how many belong to which agent.
  agents jsonb not null default '{}',
  -- [{"name", "key", "rows", "bytes", "sha256", "checks"}]
  files jsonb not null default '[]',
  created_at timestamptz not null default now(),
  verified_at timestamptz,
  -- When retention last checked its jobs.
  swept_at timestamptz,
  -- The problem that the last read of its files found.
  problem text,
  problem_at timestamptz,
  check (state = 'writing' or (first_id is not null and last_id is not null))
);
create index archive_parts_org on archive_parts (org_id, kind, last_id);

-- Files of the archive that no part names any more.
create table archive_garbage (
  key text primary key,
  org_id uuid not null,
  since timestamptz not null default now()
);
create index archive_garbage_org on archive_garbage (org_id);

-- Jobs that stay in the tables, and why, so that they are not checked with every pass.
create table archive_skipped (
  job_id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  reason text not null
);
create index archive_skipped_org on archive_skipped (org_id);

-- Figures of archived jobs, for recounts. A job that is brought back takes its own away again, so numbers may be negative.
create table archive_figures (like job_figures);
create index archive_figures_hour on archive_figures (starts_at);

-- The process that writes the archive, and the outcome.
create table archive_task (
  only_row boolean primary key default true check (only_row),
  holder uuid,
  leased_until timestamptz not null default '-infinity',
  passed_at timestamptz,
  failed_at timestamptz,
  failure text
);
insert into archive_task default values;

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['archive_parts', 'archive_garbage', 'archive_skipped', 'archive_figures'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('create policy tenant on %I to errand_tenant using (org_id = (select errand_org()))', tenant_table);
    execute format('grant select on %I to errand_tenant', tenant_table);
  end loop;
end $$;
