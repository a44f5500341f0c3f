-- What versions ask to be done after a job, by their post_actions: one row per action of a job that ended. It is written
-- by the statement that ends the job, so that neither exists without the other.
create table post_action_deliveries (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  job_id uuid not null,
  agent_id uuid not null,
  position integer not null,
  name text not null,
  connection_id uuid not null,
  operation text not null,
  params json not null,
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed')),
  attempts integer not null default 0,
  -- What the last attempt said.
  message text,
  -- While an attempt runs: when another process may take it over.
  next_attempt_at timestamptz,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  check ((status = 'pending') = (next_attempt_at is not null))
);
create index post_action_deliveries_due on post_action_deliveries (next_attempt_at) where status = 'pending';
create index post_action_deliveries_job on post_action_deliveries (job_id, position);
alter table post_action_deliveries enable row level security;
create policy tenant on post_action_deliveries to errand_tenant using (org_id = (select errand_org()));
grant select, insert, update, delete on post_action_deliveries to errand_tenant;
