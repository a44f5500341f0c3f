-- The foundation: identity, agents, jobs and their queue, files, credits, audit.
-- Tables that grow with every job are insert-only (jobs, job_results, credit_ledger); the churn of running work is
-- confined to the narrow job_queue. Ids are UUIDv7, so the primary key orders by time and partitions by month.

create function errand_org() returns uuid language sql stable
  as $$ select nullif(current_setting('errand.org_id', true), '')::uuid $$;

-- Identity ---------------------------------------------------------------------------------------------------------

create table installation (
  name text primary key,
  value text not null
);

create table organizations (
  id uuid primary key,
  name text not null check (length(name) between 1 and 200),
  agents_enabled boolean not null default true,
  -- Jobs of this organization that may run at once over all workers; null: no limit of its own.
  concurrency_limit integer check (concurrency_limit > 0),
  created_at timestamptz not null default now()
);

create table users (
  id integer generated always as identity primary key,
  email text not null check (length(email) <= 254),
  password_hash text,
  first_name text not null default '' check (length(first_name) <= 150),
  last_name text not null default '' check (length(last_name) <= 150),
  created_at timestamptz not null default now(),
  last_login_at timestamptz
);
create unique index users_email on users (lower(email));

create table memberships (
  org_id uuid not null references organizations on delete cascade,
  user_id integer not null references users on delete cascade,
  role text not null check (role in ('owner', 'admin', 'member', 'viewer')),
  created_at timestamptz not null default now(),
  -- Kept after leaving, so that what the user created still shows a creator.
  removed_at timestamptz,
  primary key (org_id, user_id)
);
create index memberships_user on memberships (user_id);

create table api_keys (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  user_id integer references users on delete set null,
  role text not null check (role in ('admin', 'member', 'viewer')),
  name text not null default '' check (length(name) <= 200),
  -- The first characters, to recognise a key by.
  prefix text not null,
  hash bytea not null unique check (length(hash) = 32),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_org on api_keys (org_id);

create table audit_log (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  at timestamptz not null default now(),
  -- The actor: a user, perhaps through a key; both null for the operator's commands.
  actor_user_id integer,
  actor_key_id uuid,
  action text not null,
  target_type text not null,
  target_id text not null,
  detail json
);
create index audit_log_org on audit_log (org_id, id desc);

-- Credits ----------------------------------------------------------------------------------------------------------

-- balance is always the sum of the organization's ledger, held the sum of its queued jobs' holds; doctor checks both.
create table credit_accounts (
  org_id uuid primary key references organizations on delete cascade,
  limited boolean not null default false,
  balance numeric(20, 8) not null default 0,
  held numeric(20, 8) not null default 0 check (held >= 0)
);

create table credit_ledger (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  kind text not null check (kind in ('grant', 'adjust', 'job')),
  amount numeric(20, 8) not null,
  job_id uuid,
  note text not null default '',
  created_at timestamptz not null default now(),
  check ((kind = 'job') = (job_id is not null))
);
-- A job is settled exactly once.
create unique index credit_ledger_job on credit_ledger (job_id) where job_id is not null;
create index credit_ledger_org on credit_ledger (org_id, id desc);

-- Agents -----------------------------------------------------------------------------------------------------------

create table agents (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  name text not null check (length(name) between 1 and 200),
  description text not null default '',
  engine_class_id text not null check (length(engine_class_id) <= 200),
  current_version_id uuid not null,
  disable_cache boolean not null default false,
  cache_failed_jobs boolean not null default false,
  creator_id integer references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Finished jobs stay readable, so a deleted agent keeps its row.
  deleted_at timestamptz
);
create index agents_org on agents (org_id, created_at desc, id desc) where deleted_at is null;

create table agent_versions (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  agent_id uuid not null references agents on delete cascade,
  version_name text not null check (length(version_name) between 1 and 255),
  description text not null default '',
  -- json, not jsonb: what a client sent comes back with its order and digits.
  input_definitions json not null,
  engine_config json not null,
  post_actions json not null default '[]',
  creator_id integer references users on delete set null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index agent_versions_agent on agent_versions (agent_id, id desc);

alter table agents add constraint agents_current_version
  foreign key (current_version_id) references agent_versions deferrable initially deferred;

create table tags (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  name text not null check (length(name) between 1 and 50),
  color text not null check (color in ('blue', 'green', 'purple', 'orange', 'red', 'yellow', 'gray', 'pink')),
  creator_id integer references users on delete set null,
  created_at timestamptz not null default now()
);
create unique index tags_name on tags (org_id, lower(name));

create table agent_tags (
  org_id uuid not null references organizations on delete cascade,
  agent_id uuid not null references agents on delete cascade,
  tag_id uuid not null references tags on delete cascade,
  primary key (agent_id, tag_id)
);
create index agent_tags_tag on agent_tags (tag_id);

-- Job statistics: each batch of accepted jobs appends deltas, a background task folds them into the counts.
-- So an agent's count is exact, costs two index look-ups, and no accept waits for another's row lock.
create table agent_job_counts (
  agent_id uuid primary key references agents on delete cascade,
  org_id uuid not null,
  job_count bigint not null,
  most_recent_job timestamptz not null
);
create table agent_job_deltas (
  agent_id uuid not null,
  org_id uuid not null,
  job_count integer not null,
  most_recent_job timestamptz not null
);
create index agent_job_deltas_agent on agent_job_deltas (agent_id);

-- Jobs -------------------------------------------------------------------------------------------------------------

create table batches (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  agent_id uuid not null,
  version_id uuid not null,
  name text not null default '' check (length(name) <= 255),
  origin text not null check (origin in ('api', 'ui', 'sql')),
  total integer not null check (total >= 0),
  metadata json,
  max_cost numeric(20, 8),
  -- What its finished jobs have cost: the cap is checked before each further one.
  spent numeric(20, 8) not null default 0,
  creator_id integer,
  created_at timestamptz not null default now(),
  cancelled_at timestamptz
);
create index batches_org on batches (org_id, id desc);

-- Requests. Never updated, except that the owner may delete the data of a job.
create table jobs (
  id uuid not null primary key,
  org_id uuid not null,
  agent_id uuid not null,
  version_id uuid not null,
  policy_version_id uuid,
  batch_id uuid,
  batch_index integer,
  retried_from uuid,
  origin text not null check (origin in ('api', 'ui', 'sql')),
  creator_id integer,
  -- [{"key", "value"}], values as text; files as file_<uuid>, several joined with commas.
  inputs json not null,
  metadata json,
  cache_key bytea,
  -- Why the cache was or was not used: hit, miss, skipped (by the request), disabled (by the agent).
  cache_outcome text not null check (cache_outcome in ('hit', 'miss', 'skipped', 'disabled')),
  timeout_seconds integer not null check (timeout_seconds > 0),
  max_cost numeric(20, 8),
  created_at timestamptz not null
) partition by range (id);
create index jobs_agent on jobs (agent_id, id desc);
create index jobs_batch on jobs (batch_id, batch_index) where batch_id is not null;

-- Results: one row per final job.
create table job_results (
  job_id uuid not null primary key,
  org_id uuid not null,
  agent_id uuid not null,
  status smallint not null check (status in (3, 4, 5, 6)),
  outputs json not null default '[]',
  error_message text,
  input_tokens bigint,
  output_tokens bigint,
  cost numeric(20, 8) not null default 0,
  duration_ms bigint,
  attempt smallint not null default 0,
  worker_id uuid,
  -- Status events [{"at", "status", "error"?}] after the first PENDING, which is the job's creation.
  events json not null,
  ui_fields json,
  -- The job whose result the cache gave.
  source_job_id uuid,
  finished_at timestamptz not null,
  data_deleted_at timestamptz
) partition by range (job_id);
create index job_results_agent on job_results (agent_id, status, job_id desc);

-- Jobs that are not final. A row is narrow and short-lived; claims read it through job_queue_waiting only.
create table job_queue (
  job_id uuid primary key,
  org_id uuid not null,
  agent_id uuid not null,
  batch_id uuid,
  status smallint not null check (status in (0, 1, 2)),
  -- 0 someone waits for it, 1 normal, 2 bulk.
  priority smallint not null check (priority between 0 and 2),
  run_at timestamptz not null,
  attempt smallint not null default 0,
  worker_id uuid,
  hold numeric(20, 8) not null default 0,
  events jsonb not null default '[]',
  check ((status = 1) = (worker_id is not null))
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
        autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 20000);
create index job_queue_waiting on job_queue (org_id, priority, run_at) where worker_id is null;
create index job_queue_running on job_queue (worker_id) where worker_id is not null;
create index job_queue_agent on job_queue (agent_id);

-- Processes that run jobs. A process silent for longer than the lease loses its jobs.
create table workers (
  id uuid primary key,
  host text not null,
  pid integer not null,
  role text not null,
  concurrency integer not null,
  version text not null,
  started_at timestamptz not null default now(),
  last_seen timestamptz not null default now()
);

-- The journal: results of steps, so that a second attempt continues instead of paying again.
create table job_steps (
  job_id uuid not null,
  key text not null,
  org_id uuid not null,
  seq integer not null,
  kind text not null,
  name text not null,
  model text,
  status text not null check (status in ('succeeded', 'failed')),
  started_at timestamptz not null,
  duration_ms bigint not null,
  input_tokens bigint,
  output_tokens bigint,
  cost numeric(20, 8) not null default 0,
  artifact_key text,
  error text,
  result json,
  primary key (job_id, key)
);

create table job_progress (
  job_id uuid primary key,
  org_id uuid not null,
  seq integer not null,
  data json not null
);

create table job_cache (
  key bytea primary key,
  org_id uuid not null,
  version_id uuid not null,
  job_id uuid not null
);
create index job_cache_version on job_cache (version_id);

create table idempotency_keys (
  org_id uuid not null,
  key text not null,
  path text not null,
  body_hash bytea not null,
  job_ids uuid[] not null,
  created_at timestamptz not null default now(),
  primary key (org_id, key, path)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- Files ------------------------------------------------------------------------------------------------------------

create table files (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  storage_key text not null,
  sha256 text not null,
  size bigint not null,
  name text not null,
  content_type text not null,
  dataset_id text,
  metadata json,
  creator_id integer,
  created_at timestamptz not null default now()
);
create index files_content on files (storage_key);

create table job_files (
  file_id uuid not null,
  job_id uuid not null,
  org_id uuid not null,
  primary key (file_id, job_id)
);
create index job_files_job on job_files (job_id);

create table job_artifacts (
  job_id uuid not null,
  key text not null,
  org_id uuid not null,
  storage_key text not null,
  sha256 text not null,
  size bigint not null,
  step_key text,
  source text,
  created_at timestamptz not null default now(),
  primary key (job_id, key)
);
create index job_artifacts_content on job_artifacts (storage_key);

create table job_references (
  job_id uuid not null,
  resource_id text not null,
  org_id uuid not null,
  storage_key text not null,
  sha256 text not null,
  size bigint not null,
  content_type text not null,
  file_name text not null,
  created_at timestamptz not null default now(),
  primary key (job_id, resource_id)
);
create index job_references_content on job_references (storage_key);

-- Partitions by month ----------------------------------------------------------------------------------------------

create table jobs_default partition of jobs default;
create table job_results_default partition of job_results default;

-- Makes the partitions of this month and the next ones; a month that already has rows in the default stays there.
create function errand_ensure_partitions(months_ahead integer) returns void language plpgsql as $$
declare
  month_start timestamptz;
  lower_id uuid;
  upper_id uuid;
  partition_name text;
  parent text;
  key_column text;
  occupied boolean;
begin
  for offset_months in 0..months_ahead loop
    month_start := date_trunc('month', now() at time zone 'utc') at time zone 'utc' + make_interval(months => offset_months);
    lower_id := errand_first_id(month_start);
    upper_id := errand_first_id((date_trunc('month', month_start at time zone 'utc') + interval '1 month') at time zone 'utc');
    foreach parent in array array['jobs', 'job_results'] loop
      partition_name := parent || '_' || to_char(month_start at time zone 'utc', 'YYYYMM');
      key_column := case parent when 'jobs' then 'id' else 'job_id' end;
      continue when to_regclass(partition_name) is not null;
      execute format('select exists (select 1 from %I where %I >= %L and %I < %L)',
        parent || '_default', key_column, lower_id, key_column, upper_id) into occupied;
      continue when occupied;
      execute format('create table %I partition of %I for values from (%L) to (%L)',
        partition_name, parent, lower_id, upper_id);
    end loop;
  end loop;
end $$;

create function errand_first_id(moment timestamptz) returns uuid language sql immutable as $$
  select (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || '00000000000000000000')::uuid
$$;

select errand_ensure_partitions(2);

-- Row-level security ------------------------------------------------------------------------------------------------

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array[
    'memberships', 'api_keys', 'audit_log', 'credit_accounts', 'credit_ledger', 'agents', 'agent_versions', 'tags',
    'agent_tags', 'agent_job_counts', 'agent_job_deltas', 'batches', 'jobs', 'job_results', 'job_queue', 'job_steps',
    'job_progress', 'job_cache', 'idempotency_keys', 'files', 'job_files', 'job_artifacts', 'job_references'
  ] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('create policy tenant on %I to errand_tenant using (org_id = (select errand_org()))', tenant_table);
    execute format('grant select, insert, update, delete on %I to errand_tenant', tenant_table);
  end loop;
end $$;

alter table organizations enable row level security;
create policy tenant on organizations to errand_tenant using (id = (select errand_org()));
grant select, update on organizations to errand_tenant;

alter table users enable row level security;
create policy tenant on users to errand_tenant
  using (exists (select from memberships m where m.user_id = users.id and m.org_id = (select errand_org())));
-- Never the password hash.
grant select (id, email, first_name, last_name, created_at, last_login_at) on users to errand_tenant;

-- The ledger and the audit log are append-only, for every tenant statement.
revoke update, delete on credit_ledger, audit_log from errand_tenant;
