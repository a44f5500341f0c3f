-- Playbooks: plans in versions of which agents look at the alerts of a queue, their runs, and rehearsals on past cases.

create table playbooks (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  name text not null check (length(name) between 1 and 255),
  description text not null default '',
  current_version_id uuid not null,
  creator_id integer references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index playbooks_org on playbooks (org_id, created_at desc, id desc) where deleted_at is null;

create table playbook_versions (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  playbook_id uuid not null references playbooks on delete cascade,
  version_name text not null check (length(version_name) between 1 and 255),
  content json not null,
  base_version_id uuid,
  was_current boolean not null default false,
  creator_id integer references users on delete set null,
  created_at timestamptz not null default now()
);
create index playbook_versions_playbook on playbook_versions (playbook_id, id desc);

alter table playbooks add constraint playbooks_current_version
  foreign key (current_version_id) references playbook_versions deferrable initially deferred;

-- What a rehearsal has to show before a version becomes current.
create table playbook_gates (
  playbook_id uuid primary key references playbooks on delete cascade,
  org_id uuid not null references organizations on delete cascade,
  min_cases integer not null check (min_cases > 0),
  max_wrong_share double precision not null check (max_wrong_share between 0 and 1),
  updated_at timestamptz not null default now()
);

create table playbook_rehearsals (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  playbook_id uuid not null references playbooks on delete cascade,
  version_id uuid not null references playbook_versions on delete cascade,
  status text not null check (status in ('running', 'done', 'cancelled', 'failed')),
  reason text,
  max_cost double precision,
  created_by integer references users on delete set null,
  started_at timestamptz not null default now(),
  finished_at timestamptz
);
create index playbook_rehearsals_playbook on playbook_rehearsals (playbook_id, id desc);

-- One run for an alert, and one for each alert of a rehearsal.
create table playbook_runs (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  playbook_id uuid not null references playbooks on delete cascade,
  version_id uuid not null references playbook_versions on delete cascade,
  alert_id uuid not null references case_alerts on delete cascade,
  -- The case that the alert was in when the run began. A live run follows its alert.
  case_id uuid not null references cases on delete cascade,
  rehearsal_id uuid references playbook_rehearsals on delete cascade,
  state text not null default 'running' check (state in ('running', 'done', 'failed', 'stopped')),
  -- The step that is next or at work.
  step integer not null default 0,
  -- What it came to: the case may close, goes to somebody at once, or is left to people.
  action text check (action in ('close', 'escalate', 'leave')),
  outcome text,
  reason text,
  cause json not null,
  -- Leased work. Far away while a job runs; its end makes the run due.
  due_at timestamptz,
  claim_id uuid,
  attempts integer not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  check ((state = 'running') = (finished_at is null))
);
create unique index playbook_runs_alert on playbook_runs (alert_id) where rehearsal_id is null;
create unique index playbook_runs_rehearsal on playbook_runs (rehearsal_id, alert_id) where rehearsal_id is not null;
create index playbook_runs_playbook on playbook_runs (playbook_id, id desc);
create index playbook_runs_work on playbook_runs (org_id, (coalesce(due_at, '-infinity'::timestamptz)))
  where state = 'running';

-- The id of a job is here before the job starts, so that a process which dies in between starts nothing twice.
create table playbook_steps (
  run_id uuid not null references playbook_runs on delete cascade,
  step integer not null,
  org_id uuid not null references organizations on delete cascade,
  name text not null,
  state text not null check (state in ('planned', 'started', 'skipped', 'succeeded', 'failed')),
  job_id uuid,
  agent_version_id uuid,
  inputs_sha256 text,
  -- A rehearsal took the result of this earlier job, since agent and inputs are the same.
  is_reused boolean not null default false,
  reason text,
  created_at timestamptz not null default clock_timestamp(),
  primary key (run_id, step)
);
create index playbook_steps_job on playbook_steps (job_id) where job_id is not null;
create index playbook_steps_waiting on playbook_steps (job_id) where state = 'started';

alter table case_queues add column playbook_id uuid references playbooks on delete set null;

-- Second looks at decided cases, for quality control. What was found does not change the decision.
create table case_checks (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  case_id uuid not null references cases on delete cascade,
  decision_id uuid not null references case_decisions on delete cascade,
  source text not null check (source in ('auto_close', 'sample', 'person')),
  agrees boolean,
  right_outcome text,
  comment text,
  checked_by json,
  created_at timestamptz not null default clock_timestamp(),
  checked_at timestamptz,
  unique (decision_id),
  check ((agrees is null) = (checked_at is null))
);
create index case_checks_open on case_checks (org_id, id) where agrees is null;
create index case_checks_case on case_checks (case_id);
-- By what a decision was made alone: playbook, version, step, job.
alter table case_decisions add column automatic jsonb;

-- A hold keeps a case, and the data of its jobs, from being deleted.
create table case_holds (
  case_id uuid primary key references cases on delete cascade,
  org_id uuid not null references organizations on delete cascade,
  reason text not null check (length(reason) between 1 and 2000),
  placed_by json not null,
  placed_at timestamptz not null default clock_timestamp()
);

-- Jobs that are held by themselves or with their case. A view reads with the rights of its owner (PostgreSQL 14 knows no
-- other way), so it says itself whose rows a tenant sees. The system has no organization, and sees all.
create view held_jobs as
  select h.job_id, h.org_id, h.reason, h.placed_by, h.placed_at from job_holds h
  where (select errand_org()) is null or h.org_id = (select errand_org())
  union all
  select j.job_id, j.org_id, h.reason, h.placed_by, h.placed_at from case_jobs j join case_holds h on h.case_id = j.case_id
  where (select errand_org()) is null or j.org_id = (select errand_org());
grant select on held_jobs to errand_tenant;

-- Days after which a closed case is removed. Null: for ever.
alter table case_queues add column retention_days integer check (retention_days between 1 and 36500);

-- Templates of narratives that an organization wrote itself.
create table case_templates (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  name text not null check (length(name) between 1 and 255),
  sections json not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (org_id, name)
);

-- The report of a case while people write it.
create table case_drafts (
  case_id uuid primary key references cases on delete cascade,
  org_id uuid not null references organizations on delete cascade,
  template text not null,
  sections json not null,
  revision integer not null default 1,
  updated_by json not null,
  updated_at timestamptz not null default clock_timestamp()
);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array
    array['playbooks', 'playbook_versions', 'playbook_gates', 'playbook_rehearsals', 'playbook_runs', 'playbook_steps',
      'case_checks', 'case_holds', 'case_templates', 'case_drafts'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('create policy tenant on %I to errand_tenant using (org_id = (select errand_org()))', tenant_table);
    execute format('grant select, insert, update, delete on %I to errand_tenant', tenant_table);
  end loop;
end $$;

revoke update, delete on playbook_versions from errand_tenant;
grant update (was_current) on playbook_versions to errand_tenant;
