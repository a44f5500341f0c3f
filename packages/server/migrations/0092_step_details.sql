-- The request of a step, the tries that failed before it succeeded (retries), and the job whose answer it took
-- over. They are part of the step and are deleted with it.
alter table job_steps
  add column request json,
  add column retries jsonb,
  add column cached_input_tokens bigint,
  add column reused_from uuid;

-- The changes of a job that repeats another one. Jobs without a row here run without changes.
create table job_reruns (
  job_id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  source_job_id uuid not null,
  model text,
  -- Steps of the source with a lower number are taken over.
  from_seq integer
);
alter table job_reruns enable row level security;
create policy tenant on job_reruns to errand_tenant using (org_id = (select errand_org()));
grant select, insert, update, delete on job_reruns to errand_tenant;
