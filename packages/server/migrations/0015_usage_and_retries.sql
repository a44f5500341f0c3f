-- What an organization used on a day (UTC) that is over: one object per agent. A job never changes once it is final, so
-- such a day is counted once; without it, a look at a month would read every job of the month again.
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
