-- Sums of job_figures (jobs/figures/sums.ts), so that a month or a year is read from few rows. Days are those of UTC.
--   hour         all agents              agent hour   one agent, all versions
--   day          all agents              version day  one agent and version
create table figure_sums (
  org_id uuid not null references organizations on delete cascade,
  slice text not null check (slice in ('hour', 'agent hour', 'day', 'version day')),
  starts_at timestamptz not null,
  -- All zeros: all of them.
  agent_id uuid not null,
  version_id uuid not null,
  status smallint not null,
  jobs integer not null,
  cost numeric(20, 8) not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  duration_buckets smallint[] not null,
  duration_counts integer[] not null,
  waiting_buckets smallint[] not null,
  waiting_counts integer[] not null,
  primary key (org_id, slice, starts_at, agent_id, version_id, status)
);
create index figure_sums_agent on figure_sums (org_id, agent_id, slice, starts_at);

-- Hours of job_figures that changed since they were summed up. Readers take these from job_figures.
create table figure_changes (
  org_id uuid not null references organizations on delete cascade,
  starts_at timestamptz not null,
  changed_at timestamptz not null default clock_timestamp()
);
create index figure_changes_org on figure_changes (org_id, starts_at);

-- From which day on the figures of an organization are summed up, but for figure_changes. Without a row nothing is: an
-- installation that was upgraded is summed up by passes in the background, the newest day first.
create table figure_coverage (
  org_id uuid primary key references organizations on delete cascade,
  summed_from timestamptz not null
);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['figure_sums', 'figure_changes', 'figure_coverage'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('create policy tenant on %I to errand_tenant using (org_id = (select errand_org()))', tenant_table);
    execute format('grant select on %I to errand_tenant', tenant_table);
  end loop;
end $$;

-- Runs for every write of job_figures, also by the previous release or an operator, so that no sum is out of date.
-- Sums of an organization that is being deleted are deleted with it.
create function errand_note_figures() returns trigger language plpgsql as $$
begin
  insert into figure_changes (org_id, starts_at)
  select distinct w.org_id, w.starts_at from written w where exists (select from organizations o where o.id = w.org_id);
  return null;
end $$;

-- A lock that is not free at once is requested again.
set local lock_timeout = '200ms';
create trigger note_inserted after insert on job_figures
  referencing new table as written for each statement execute function errand_note_figures();
create trigger note_deleted after delete on job_figures
  referencing old table as written for each statement execute function errand_note_figures();
create trigger note_updated after update on job_figures
  referencing new table as written for each statement execute function errand_note_figures();
create trigger note_updated_from after update on job_figures
  referencing old table as written for each statement execute function errand_note_figures();
