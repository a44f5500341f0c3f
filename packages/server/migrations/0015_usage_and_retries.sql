-- Usage of an organization on a past day (UTC): one object per agent. A final job never changes, so
-- such a day is counted once. Otherwise, showing a month would read every job of the month again.
create table usage_days (
  org_id uuid not null references organizations on delete cascade,
  day date not null,
  agents json not null,
  primary key (org_id, day)
);

alter table usage_days enable row level security;
create policy tenant on usage_days to errand_tenant using (org_id = (select errand_org()));
grant select, insert, update, delete on usage_days to errand_tenant;

-- From a job to those that ran it again. Few jobs are repeats, so an insert hardly ever touches it.
create index jobs_retried on jobs (retried_from) where retried_from is not null;

-- Jobs that people search for, in the order of the lists. Jobs that succeed without a verdict are in neither index.
create index job_results_unsuccessful on job_results (org_id, job_id desc) include (status, agent_id) where status in (4, 5);
create index job_results_verdicts on job_results (org_id, job_id desc) where ui_fields is not null;
