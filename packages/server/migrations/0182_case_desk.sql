-- The case desk: alerts about a subject join a case, which people decide before its clocks run out.

create table case_queues (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  name text not null check (length(name) between 1 and 255),
  join_kinds text[] not null,
  join_days integer not null,
  clocks jsonb not null,
  reason_codes text[] not null,
  four_eyes_outcomes text[] not null,
  creator_id integer references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (org_id, name)
);

-- The number of an organization's last case.
create table case_numbers (
  org_id uuid primary key references organizations on delete cascade,
  last integer not null
);

create table cases (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  number integer not null,
  queue_id uuid not null references case_queues,
  subject jsonb not null,
  -- Follows from the columns below: case-desk/store/cases.ts.
  state text not null default 'open' check (state in ('open', 'in_review', 'waiting', 'escalated', 'closed')),
  priority text not null check (priority in ('low', 'normal', 'high', 'urgent')),
  assignee_id integer references users on delete set null,
  alert_count integer not null default 0,
  -- The first of its clocks that runs.
  next_due_at timestamptz,
  escalated_at timestamptz,
  -- A decision that a second person has to approve: outcome, reason_code, narrative, by, at.
  proposal jsonb,
  outcome text,
  reason_code text,
  narrative text,
  closed_at timestamptz,
  merged_into uuid references cases,
  -- The people who see it. Null: everybody.
  restricted_to integer[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (org_id, number),
  check ((state = 'closed') = (closed_at is not null)),
  check (closed_at is null or proposal is null)
);
create index cases_queue on cases (org_id, queue_id, state, number desc);
create index cases_due on cases (org_id, next_due_at) where next_due_at is not null;
create index cases_assignee on cases (org_id, assignee_id, number desc) where assignee_id is not null;
create index cases_merged on cases (merged_into) where merged_into is not null;

create table case_alerts (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  queue_id uuid not null references case_queues,
  case_id uuid not null references cases on delete cascade,
  external_id text not null,
  subject jsonb not null,
  rule text not null,
  amount double precision,
  currency text,
  time_window jsonb,
  detected_at timestamptz not null,
  data jsonb not null,
  priority text not null,
  -- Of everything that was sent: the same id with other content is refused.
  sha256 text not null,
  created_at timestamptz not null default now(),
  unique (org_id, external_id)
);
create index case_alerts_case on case_alerts (case_id, id desc);
create index case_alerts_queue on case_alerts (org_id, queue_id, id desc);

-- The identifiers of each alert as they are compared. They find the case that an alert joins, and related ones.
create table case_identifiers (
  org_id uuid not null references organizations on delete cascade,
  kind text not null,
  value text not null,
  case_id uuid not null references cases on delete cascade,
  alert_id uuid not null references case_alerts on delete cascade,
  detected_at timestamptz not null,
  primary key (alert_id, kind)
);
create index case_identifiers_value on case_identifiers (org_id, kind, value, detected_at desc);
create index case_identifiers_case on case_identifiers (case_id);

create table case_clocks (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  case_id uuid not null references cases on delete cascade,
  name text not null,
  calendar jsonb,
  due_at timestamptz not null,
  paused_at timestamptz,
  pause_reason text,
  stopped_at timestamptz,
  -- What was left when it was paused or stopped.
  left_ms bigint,
  -- Leased work: when somebody is told.
  tell_at timestamptz,
  claim_id uuid,
  attempts integer not null default 0,
  told_at timestamptz,
  unique (case_id, name)
);
create index case_clocks_work on case_clocks (org_id, (coalesce(tell_at, '-infinity'::timestamptz)))
  where told_at is null and paused_at is null and stopped_at is null;

create table case_notes (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  case_id uuid not null references cases on delete cascade,
  body text not null,
  author jsonb not null,
  created_at timestamptz not null default now()
);
create index case_notes_case on case_notes (case_id, id);

create table case_tasks (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  case_id uuid not null references cases on delete cascade,
  title text not null,
  due_at timestamptz,
  assignee_id integer references users on delete set null,
  done_at timestamptz,
  created_at timestamptz not null default now()
);
create index case_tasks_case on case_tasks (case_id, id);

create table case_decisions (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  case_id uuid not null references cases on delete cascade,
  outcome text not null,
  reason_code text not null,
  narrative text not null,
  proposed_by jsonb not null,
  decided_by jsonb not null,
  decided_at timestamptz not null default now()
);
create index case_decisions_case on case_decisions (case_id, id);

create table case_jobs (
  case_id uuid not null references cases on delete cascade,
  job_id uuid not null,
  org_id uuid not null references organizations on delete cascade,
  alert_id uuid references case_alerts on delete cascade,
  step text,
  created_at timestamptz not null default now(),
  primary key (case_id, job_id)
);
create index case_jobs_job on case_jobs (job_id);
create index case_jobs_alert on case_jobs (alert_id) where alert_id is not null;

create table case_events (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  case_id uuid not null references cases on delete cascade,
  at timestamptz not null default clock_timestamp(),
  kind text not null,
  actor jsonb not null,
  detail jsonb not null
);
create index case_events_case on case_events (case_id, id desc);
create index case_events_org on case_events (org_id, id);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array
    array['case_queues', 'case_numbers', 'cases', 'case_alerts', 'case_identifiers', 'case_clocks', 'case_notes',
      'case_tasks', 'case_decisions', 'case_jobs', 'case_events'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('create policy tenant on %I to errand_tenant using (org_id = (select errand_org()))', tenant_table);
    execute format('grant select, insert, update, delete on %I to errand_tenant', tenant_table);
  end loop;
end $$;

-- What happened stays as it was written.
revoke update, delete on case_notes, case_decisions, case_events from errand_tenant;
