-- Finds waiting organizations, and those whose process is gone, without reading other rows.
create index worksheet_queries_waiting on worksheet_queries (org_id, id) where status = 'PENDING';
create index worksheet_queries_started on worksheet_queries (lease_until) where status = 'STARTED';
drop index worksheet_queries_due;

-- Limits of an organization that differ from those of the installation; null if none does.
create table sql_limits (
  org_id uuid primary key references organizations on delete cascade,
  rows_max integer check (rows_max > 0),
  bytes_max bigint check (bytes_max > 0),
  timeout_seconds integer check (timeout_seconds > 0),
  memory_mb integer check (memory_mb >= 64),
  concurrency integer check (concurrency > 0),
  updated_at timestamptz not null default now()
);
alter table sql_limits enable row level security;
create policy tenant on sql_limits to errand_tenant using (org_id = (select errand_org()));
grant select on sql_limits to errand_tenant;
