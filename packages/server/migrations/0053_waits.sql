-- Jobs that wait for an answer, an event or a time: started, but without a worker until then. Their row is due when
-- the answer arrives; until then it is at the end of the index that claims read.
alter table job_queue
  -- The last wait that the job was parked for.
  add column wait_id uuid,
  -- How long it was parked, over all its waits: not its working time.
  add column waited_ms bigint;
alter table job_queue drop constraint job_queue_state;
alter table job_queue add constraint job_queue_state check (
  status between 0 and 2 and priority between 0 and 2 and attempt >= 0
    and (status = 1 and wait_id is not null and worker_id is null or (status = 1) = (worker_id is not null))
) not valid;

create table job_waits (
  id uuid primary key,
  org_id uuid not null,
  job_id uuid not null,
  agent_id uuid not null,
  -- Its name in the journal of the job: the same on every attempt.
  key text not null,
  kind text not null check (kind in ('approval', 'question', 'event', 'timer')),
  title text not null,
  body text not null default '',
  options json,
  answer_schema json,
  evidence json not null default '[]',
  event text check ((event is not null) = (kind = 'event')),
  assignee_role text,
  assignee_user integer,
  forbid_requester boolean not null default false,
  due_at timestamptz,
  -- When webhooks are reminded.
  remind_at timestamptz,
  on_timeout text not null,
  status text not null default 'open' check (status in ('open', 'answered', 'timed_out', 'cancelled')),
  answer json,
  comment text,
  answered_by json,
  answered_at timestamptz check ((answered_at is null) = (status = 'open')),
  created_at timestamptz not null,
  unique (job_id, key)
);
create index job_waits_org on job_waits (org_id, id);
create index job_waits_open on job_waits (org_id, id) where status = 'open';
create index job_waits_due on job_waits (due_at) where status = 'open' and due_at is not null;
create index job_waits_remind on job_waits (remind_at) where status = 'open' and remind_at is not null;

-- Events that were sent to a job, in the order of arrival. `wait_id`: the wait that took it.
create table job_events (
  id uuid primary key,
  org_id uuid not null,
  job_id uuid not null,
  name text not null,
  data json not null,
  idempotency_key text,
  sent_by json,
  wait_id uuid,
  created_at timestamptz not null
);
create index job_events_job on job_events (job_id, name, id);
create unique index job_events_once on job_events (job_id, name, idempotency_key) where idempotency_key is not null;

-- Addresses that open one wait once, without a sign-in. The token itself is not stored.
create table wait_links (
  token_hash bytea primary key,
  wait_id uuid not null,
  org_id uuid not null,
  created_by json not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null
);
create index wait_links_wait on wait_links (wait_id);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['job_waits', 'job_events', 'wait_links'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('create policy tenant on %I to errand_tenant using (org_id = (select errand_org()))', tenant_table);
    execute format('grant select, insert, update, delete on %I to errand_tenant', tenant_table);
  end loop;
end $$;
