-- One action on many jobs (bulk). bulk_items has a row per job, written when the operation is planned, so that the
-- action matches its preview. Ended operations are deleted after 90 days, unstarted ones after one (bulk/store.ts).
create table bulk_operations (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  kind text not null check (kind in ('retry', 'cancel', 'delete_data', 'export', 'add_to_set', 'remove_from_set')),
  status text not null check (status in ('planned', 'running', 'paused', 'done', 'cancelled')),
  -- The query and filters that chose the jobs.
  filter json not null,
  -- Jobs that match and that the action cannot be done with are not part of it.
  total integer not null check (total >= 0),
  left_out integer not null default 0,
  estimated_cost numeric(20, 8) not null default 0,
  with_current_version boolean not null default false,
  evaluation_set_id uuid,
  -- The operation that this one takes back.
  undoes uuid,
  undone_by uuid,
  origin text not null,
  user_id integer references users on delete set null,
  key_id uuid,
  role text not null,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  -- The process that works on it, until its lease ends.
  lease_until timestamptz,
  check ((status in ('done', 'cancelled')) = (finished_at is not null))
);
create index bulk_operations_org on bulk_operations (org_id, id desc);
create index bulk_operations_open on bulk_operations (id) where status = 'running';

create table bulk_items (
  operation_id uuid not null references bulk_operations on delete cascade,
  position integer not null,
  org_id uuid not null,
  job_id uuid not null,
  status text not null check (status in ('pending', 'done', 'skipped', 'failed')),
  -- The id is chosen with the plan, so that a process that dies after starting the job does not start a second one.
  new_job_id uuid,
  reason text,
  at timestamptz,
  primary key (operation_id, position)
);
create index bulk_items_pending on bulk_items (operation_id, position) where status = 'pending';

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['bulk_operations', 'bulk_items'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('create policy tenant on %I to errand_tenant using (org_id = (select errand_org()))', tenant_table);
    execute format('grant select, insert, update, delete on %I to errand_tenant', tenant_table);
  end loop;
end $$;
