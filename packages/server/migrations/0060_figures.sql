-- Figures of final jobs by the hour in which they were accepted (jobs/figures). Every pass of the roll-up appends rows for
-- the results since the mark; rows of the same group are merged later. Histograms: bucket i holds times up to 1.05^i ms.
create table job_figures (
  org_id uuid not null references organizations on delete cascade,
  starts_at timestamptz not null,
  agent_id uuid not null,
  version_id uuid not null,
  origin text not null,
  status smallint not null,
  -- May be 0: a step that was billed after the end of its job changes its cost only.
  jobs integer not null check (jobs >= 0),
  cost numeric(20, 8) not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  duration_buckets smallint[] not null,
  duration_counts integer[] not null,
  waiting_buckets smallint[] not null,
  waiting_counts integer[] not null,
  check (cardinality(duration_buckets) = cardinality(duration_counts)),
  check (cardinality(waiting_buckets) = cardinality(waiting_counts))
);
create index job_figures_org on job_figures (org_id, starts_at);
create index job_figures_hour on job_figures (starts_at);
alter table job_figures enable row level security;
create policy tenant on job_figures to errand_tenant using (org_id = (select errand_org()));
grant select on job_figures to errand_tenant;

-- Results that ended before `through` are in the figures; the others are counted from themselves. Hours before
-- `merged_to` have one row per group.
create table job_figures_mark (
  only_row boolean primary key default true check (only_row),
  through timestamptz not null,
  merged_to timestamptz not null
);
insert into job_figures_mark (through, merged_to) values ('-infinity', '-infinity');
grant select on job_figures_mark to errand_tenant;

drop table usage_days;
