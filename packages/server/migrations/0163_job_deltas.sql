-- The words that a model has written so far for an output of a running job, for those who watch. Erased with the end of
-- the job. Not logged: after a crash of PostgreSQL the worker, which still has the text, begins the value anew.
create unlogged table job_deltas (
  job_id uuid not null,
  org_id uuid not null,
  -- Counts the beginnings of the value: another attempt, or another answer within one.
  generation integer not null,
  starts_at integer not null,
  ends_at integer not null,
  attempt smallint not null,
  key text not null,
  body text not null,
  primary key (job_id, generation, starts_at)
);
alter table job_deltas enable row level security;
create policy tenant on job_deltas to errand_tenant using (org_id = (select errand_org()));
grant select, delete on job_deltas to errand_tenant;
