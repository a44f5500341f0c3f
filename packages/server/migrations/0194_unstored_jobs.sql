-- Jobs whose caller wants nothing kept (`store: false`). The row goes when the data of the job has been deleted; if the
-- caller has left or the process has died, a worker does it once the job has ended.
create table unstored_jobs (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  job_id uuid not null,
  -- Who asked for it, for the audit log.
  user_id integer references users on delete set null,
  key_id uuid,
  outcome text,
  due_at timestamptz,
  claim_id uuid,
  attempts integer not null default 0,
  ended_at timestamptz
);
create index unstored_jobs_work on unstored_jobs
  (org_id, (coalesce(due_at, '-infinity'::timestamptz))) where outcome is null;
create index unstored_jobs_job on unstored_jobs (job_id);

alter table unstored_jobs enable row level security;
create policy tenant on unstored_jobs to errand_tenant using (org_id = (select errand_org()));
grant select, insert, update, delete on unstored_jobs to errand_tenant;
