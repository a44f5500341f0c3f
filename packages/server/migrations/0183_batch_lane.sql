-- Runs that asked for the batch lane of providers, and until when they have to be done.
create table job_lanes (
  job_id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  deadline_at timestamptz not null
);
create index job_lanes_deadline on job_lanes (deadline_at);

-- Uploads of model calls to a provider's batch interface. `provider_batch_id` is null until the provider has answered, or
-- until the upload was found there after its answer was lost.
create table model_batches (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  -- Null: a provider of the installation, by its name in `provider`.
  connection_id uuid,
  provider text not null,
  model text not null,
  path text not null,
  status text not null default 'open' check (status in ('open', 'done', 'given_up')),
  provider_batch_id text,
  -- Uploads of the provider that turned out not to be this one.
  not_ours text[] not null default '{}',
  cancelled_at timestamptz,
  claim_id uuid,
  attempts integer not null default 0,
  due_at timestamptz,
  created_at timestamptz not null default now(),
  done_at timestamptz
);
create index model_batches_work on model_batches (org_id, (coalesce(due_at, '-infinity'::timestamptz))) where status = 'open';

-- Calls of jobs that wait for a batch. A row goes when the job has recorded its answer.
create table model_batch_calls (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  job_id uuid not null,
  step text not null,
  batch_id uuid references model_batches on delete cascade,
  connection_id uuid,
  provider text not null,
  model text not null,
  path text not null,
  body jsonb,
  status text not null default 'queued' check (status in ('queued', 'sent', 'answered', 'failed', 'withdrawn')),
  answer jsonb,
  error text,
  created_at timestamptz not null default now(),
  unique (job_id, step)
);
create index model_batch_calls_queued on model_batch_calls (created_at) where status = 'queued';
create index model_batch_calls_batch on model_batch_calls (batch_id) where batch_id is not null;
create index model_batch_calls_over on model_batch_calls (job_id) where status in ('answered', 'failed');

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['job_lanes', 'model_batches', 'model_batch_calls'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('create policy tenant on %I to errand_tenant using (org_id = (select errand_org()))', tenant_table);
    execute format('grant select, insert, update, delete on %I to errand_tenant', tenant_table);
  end loop;
end $$;

-- What a timer waits for, if it is not only a time.
alter table job_waits add column reason text;
