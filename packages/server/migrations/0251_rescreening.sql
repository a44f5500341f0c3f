-- Watches: subjects that are compared again when they or the lists change, and what each run found.

create table screening_watches (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  name text not null check (length(name) between 1 and 255),
  -- Null: all lists.
  lists uuid[],
  threshold double precision not null,
  every_hours integer,
  queue_id uuid references case_queues on delete set null,
  source jsonb,
  next_run_at timestamptz,
  -- The version of each list that was compared last, by its id.
  screened jsonb not null default '{}',
  -- Everything is compared again: the threshold or the lists changed.
  is_stale boolean not null default false,
  -- Who set it up, and with which right: alerts are sent for them.
  actor jsonb not null,
  user_id integer references users on delete set null,
  key_id uuid,
  role text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index screening_watches_org on screening_watches (org_id, id desc);
create index screening_watches_due on screening_watches (next_run_at) where next_run_at is not null;

create table screening_subjects (
  watch_id uuid not null references screening_watches on delete cascade,
  id text collate "C" not null,
  org_id uuid not null references organizations on delete cascade,
  content jsonb not null,
  hash text not null,
  subject_key text not null,
  -- What finds the entries that it is compared with.
  keys text[] not null,
  screened_hash text,
  screened_at timestamptz,
  -- The last run that read it from the table of the watch.
  read_by uuid,
  updated_at timestamptz not null default now(),
  primary key (watch_id, id)
);
create index screening_subjects_org on screening_subjects (org_id);
create index screening_subjects_keys on screening_subjects using gin (keys);
create index screening_subjects_changed on screening_subjects (watch_id, id) where screened_hash is distinct from hash;

create table screening_runs (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  watch_id uuid not null references screening_watches on delete cascade,
  reason text not null,
  is_full boolean not null default false,
  lists jsonb not null default '[]',
  subjects_compared integer not null default 0,
  pairs_compared bigint not null default 0,
  incomplete integer not null default 0,
  suppressed integer not null default 0,
  alerts_created integer not null default 0,
  problem text,
  actor jsonb not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  due_at timestamptz,
  claim_id uuid,
  attempts integer not null default 0
);
create index screening_runs_watch on screening_runs (watch_id, id desc);
create index screening_runs_work on screening_runs (org_id, (coalesce(due_at, '-infinity'::timestamptz)))
  where finished_at is null;
-- One at a time for each watch.
create unique index screening_runs_open on screening_runs (watch_id) where finished_at is null;

create table screening_matches (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  watch_id uuid not null references screening_watches on delete cascade,
  subject_id text collate "C" not null,
  subject jsonb not null,
  subject_hash text not null,
  subject_key text not null,
  list_id uuid not null references screening_lists on delete cascade,
  entry_id text not null,
  entry jsonb not null,
  entry_hash text not null,
  list_version integer not null,
  matched_name text not null,
  score double precision not null,
  parts jsonb not null,
  state text not null check (state in ('open', 'gone')),
  change text not null check (change in ('new', 'changed', 'gone')),
  run_id uuid not null,
  -- The alert about its last change.
  alert_id uuid,
  first_seen_at timestamptz not null default clock_timestamp(),
  changed_at timestamptz not null default clock_timestamp(),
  unique (watch_id, subject_id, list_id, entry_id)
);
create index screening_matches_org on screening_matches (org_id, changed_at desc, id);
create index screening_matches_run on screening_matches (run_id);
create index screening_matches_entry on screening_matches (list_id, entry_id);

create table screening_match_events (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  match_id uuid not null references screening_matches on delete cascade,
  run_id uuid not null,
  change text not null,
  score double precision not null,
  list_version integer not null,
  at timestamptz not null default clock_timestamp()
);
create index screening_match_events_match on screening_match_events (match_id, id desc);
create index screening_match_events_run on screening_match_events (run_id);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['screening_watches', 'screening_subjects', 'screening_runs', 'screening_matches',
      'screening_match_events'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('create policy tenant on %I to errand_tenant using (org_id = (select errand_org()))', tenant_table);
    execute format('grant select, insert, update, delete on %I to errand_tenant', tenant_table);
  end loop;
end $$;
