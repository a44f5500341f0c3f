-- Transactions of the subjects of cases: where they are, and the runs that look for patterns in them.

create table transaction_sources (
  queue_id uuid primary key references case_queues on delete cascade,
  org_id uuid not null references organizations on delete cascade,
  table_name text not null,
  columns jsonb not null,
  identifier text not null,
  rules jsonb not null,
  updated_at timestamptz not null default now()
);
create index transaction_sources_org on transaction_sources (org_id);

create table detection_runs (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  queue_id uuid not null references case_queues on delete cascade,
  -- The source as it was when the run was asked for.
  source jsonb not null,
  since timestamptz,
  until timestamptz,
  row_count bigint,
  unusable_count bigint,
  findings jsonb not null default '[]',
  alerts_created integer not null default 0,
  alerts_known integer not null default 0,
  problem text,
  -- Who asked, and with which right.
  actor jsonb not null,
  user_id integer references users on delete set null,
  key_id uuid,
  role text not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  due_at timestamptz,
  claim_id uuid,
  attempts integer not null default 0
);
create index detection_runs_org on detection_runs (org_id, id desc);
create index detection_runs_work on detection_runs (org_id, (coalesce(due_at, '-infinity'::timestamptz)))
  where finished_at is null;
-- One at a time for each queue.
create unique index detection_runs_open on detection_runs (queue_id) where finished_at is null;

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['transaction_sources', 'detection_runs'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('create policy tenant on %I to errand_tenant using (org_id = (select errand_org()))', tenant_table);
    execute format('grant select, insert, update, delete on %I to errand_tenant', tenant_table);
  end loop;
end $$;
