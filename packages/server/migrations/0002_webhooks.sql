-- Webhooks of an organization, the agents they are linked to, and their deliveries with attempts.
-- A delivery is written in the statement that ends its job. A pending delivery also has a row in webhook_queue,
-- which is narrow and short-lived, so that 30 days of history never slow the next attempt down.

-- An id that sorts by time, for rows that only SQL knows of.
create function errand_new_id(moment timestamptz) returns uuid language sql volatile as $$
  select overlay(overlay(replace(gen_random_uuid()::text, '-', '')
    placing lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') from 1 for 12)
    placing '7' from 13 for 1)::uuid
$$;

create table webhooks (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  name text not null check (length(name) between 1 and 255),
  url text not null check (length(url) between 1 and 500),
  alerts json not null default '[]',
  secret text not null check (length(secret) between 1 and 255),
  -- After a rotation both secrets sign until then.
  previous_secret text,
  previous_secret_until timestamptz,
  headers json not null default '{}',
  events text[] not null default '{triggered}',
  fires_on_completion boolean not null
    generated always as (cardinality(events) = 0 or events && array['triggered', 'job_completed']) stored,
  is_active boolean not null default true,
  -- Why the service switched it off; null if its owner did, or if it is on.
  disabled_reason text,
  created_by integer references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Its deliveries are removed in the background, then the row.
  deleted_at timestamptz,
  check ((previous_secret is null) = (previous_secret_until is null)),
  check (not (is_active and disabled_reason is not null))
);
create index webhooks_org on webhooks (org_id, id) where deleted_at is null;

-- The part that attempts change, apart from the part that the owner changes.
create table webhook_states (
  webhook_id uuid primary key references webhooks on delete cascade,
  org_id uuid not null,
  failure_count integer not null default 0,
  last_triggered_at timestamptz,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  -- The time of the first failure since the last success.
  failing_since timestamptz
) with (fillfactor = 50);

-- The key starts with the agent, because ending a job reads the webhooks of its agent.
create table webhook_agents (
  agent_id uuid not null references agents on delete cascade,
  webhook_id uuid not null references webhooks on delete cascade,
  org_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (agent_id, webhook_id)
);
create index webhook_agents_webhook on webhook_agents (webhook_id);

-- No foreign keys: checking them would lock the webhook's row for every ended job.
create table webhook_deliveries (
  id uuid primary key,
  org_id uuid not null,
  webhook_id uuid not null,
  agent_id uuid not null,
  job_id uuid,
  kind text not null check (kind in ('job', 'test', 'resend')),
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed')),
  attempt integer not null default 0,
  response_status integer,
  error text,
  -- Null while pending: parked, because the webhook is off.
  next_attempt_at timestamptz,
  created_at timestamptz not null,
  delivered_at timestamptz,
  check (kind = 'test' or job_id is not null)
) with (fillfactor = 85);
create index webhook_deliveries_webhook on webhook_deliveries (webhook_id, id desc);
create index webhook_deliveries_job on webhook_deliveries (job_id) where job_id is not null;

create table webhook_attempts (
  delivery_id uuid not null,
  attempt integer not null,
  org_id uuid not null,
  at timestamptz not null,
  url text not null,
  request_headers json not null,
  -- Stored with the first attempt only: the others send the same.
  body text,
  response_status integer,
  response_headers json,
  response_body text,
  -- Milliseconds; null: that step was not reached, or the connection was open already.
  dns_ms real,
  connect_ms real,
  first_byte_ms real,
  total_ms real not null,
  -- One word for the kind of failure, and a sentence for people; both null after a success.
  failure text,
  error text,
  primary key (delivery_id, attempt)
);

-- Deliveries that are to be sent.
create table webhook_queue (
  delivery_id uuid primary key,
  webhook_id uuid not null,
  org_id uuid not null,
  -- When a worker may claim it: at its next attempt, or at the end of the current lease.
  due_at timestamptz not null,
  -- Its position in the retry schedule; a replay starts again at 0.
  tries smallint not null default 0,
  claim_id uuid
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
        autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 20000);
create index webhook_queue_due on webhook_queue (webhook_id, due_at);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array[
    'webhooks', 'webhook_states', 'webhook_agents', 'webhook_deliveries', 'webhook_attempts', 'webhook_queue'
  ] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('create policy tenant on %I to errand_tenant using (org_id = (select errand_org()))', tenant_table);
    execute format('grant select, insert, update, delete on %I to errand_tenant', tenant_table);
  end loop;
end $$;
