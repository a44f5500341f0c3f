-- Evaluation sets: cases with the right answers, runs of versions on them, and gates that require a run.
alter table batches drop constraint batches_origin_check;
alter table batches add constraint batches_origin_check check (origin in ('api', 'ui', 'sql', 'cli', 'mcp', 'a2a',
  'schedule', 'trigger', 'evaluation', 'rehearsal'));

create table evaluation_sets (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  name text not null check (length(name) between 1 and 255),
  description text not null default '',
  agent_id uuid references agents on delete set null,
  policy_id uuid references policies on delete set null,
  -- Runs before this time do not count for the set.
  cases_changed_at timestamptz not null,
  created_by integer references users on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index evaluation_sets_org on evaluation_sets (org_id, id desc);

create table evaluation_cases (
  id uuid primary key,
  org_id uuid not null,
  set_id uuid not null references evaluation_sets on delete cascade,
  inputs json not null,
  expected json not null,
  weight double precision not null check (weight > 0 and weight <= 1000000),
  -- The reviewed job that it was taken from. Its data may be deleted: then the case goes too.
  job_id uuid,
  agent_id uuid,
  -- What an investigation decided from: it is decided on again, and nothing is gathered.
  evidence json,
  created_at timestamptz not null
);
create index evaluation_cases_set on evaluation_cases (set_id, id);
create index evaluation_cases_job on evaluation_cases (job_id) where job_id is not null;

create table evaluation_runs (
  id uuid primary key,
  org_id uuid not null,
  set_id uuid not null references evaluation_sets on delete cascade,
  batch_id uuid not null unique,
  agent_id uuid not null,
  agent_version_id uuid not null,
  policy_version_id uuid,
  -- Null: the one of the version.
  model text,
  repeats integer not null check (repeats between 1 and 25),
  status text not null check (status in ('pending', 'running', 'done', 'cancelled', 'failed')),
  -- The reason why it did not finish.
  reason text,
  total integer not null,
  warnings json not null default '[]',
  scores json,
  -- The run of what was current, that it is compared with.
  baseline_run_id uuid,
  regressions integer,
  cancel_asked_at timestamptz,
  created_by integer references users on delete set null,
  started_at timestamptz not null,
  finished_at timestamptz,
  check ((status in ('done', 'cancelled', 'failed')) = (finished_at is not null)),
  check ((status = 'done') = (scores is not null))
);
create index evaluation_runs_set on evaluation_runs (set_id, id desc);
create index evaluation_runs_open on evaluation_runs (id) where finished_at is null;

-- One row per case of a run, with the case as it was then.
create table evaluation_results (
  run_id uuid not null references evaluation_runs on delete cascade,
  position integer not null,
  org_id uuid not null,
  case_id uuid not null,
  expected json not null,
  weight double precision not null,
  got json,
  correct boolean,
  -- Why there is no answer.
  error text,
  got_before json,
  regressed boolean not null default false,
  primary key (run_id, position)
);

-- The conditions under which a version of an agent or a policy becomes current.
create table version_gates (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  agent_id uuid unique references agents on delete cascade,
  policy_id uuid unique references policies on delete cascade,
  evaluation_set_id uuid not null references evaluation_sets,
  min_accuracy double precision check (min_accuracy between 0 and 1),
  no_regressions boolean not null,
  updated_by integer references users on delete set null,
  updated_at timestamptz not null,
  check ((agent_id is null) <> (policy_id is null))
);
create index version_gates_set on version_gates (evaluation_set_id);

-- A version that was current before needs no run to be so again. Until now every version of an agent became current
-- when it was made; of a policy those that somebody promoted later did.
alter table agent_versions add column was_current boolean not null default true;
alter table policy_versions add column was_current boolean not null default true;
update policy_versions v set was_current = false
  where not exists (select from policies p where p.current_version_id = v.id)
    and exists (select from audit_log a where a.org_id = v.org_id and a.action = 'policy_version.created'
      and a.target_id = v.id::text and a.detail ->> 'to' is null)
    and not exists (select from audit_log a where a.org_id = v.org_id and a.action = 'policy.version_promoted'
      and a.target_id = v.policy_id::text and a.detail ->> 'to' = v.id::text);

-- Versions of policies cannot be changed, but for this.
grant update (was_current) on policy_versions to errand_tenant;

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['evaluation_sets', 'evaluation_cases', 'evaluation_runs', 'evaluation_results',
    'version_gates'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('create policy tenant on %I to errand_tenant using (org_id = (select errand_org()))', tenant_table);
    execute format('grant select, insert, update, delete on %I to errand_tenant', tenant_table);
  end loop;
end $$;
