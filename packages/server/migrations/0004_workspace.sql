-- The SQL workspace: tables (immutable Parquet segments in storage, listed here), uploads, worksheets, and queries with
-- the state that they need to continue after a crash.

create table workspace_tables (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  name text not null check (name ~ '^[A-Za-z_][A-Za-z0-9_]{0,127}$'),
  -- [{"name", "type", "nullable"}], types as DuckDB writes them.
  columns json not null,
  -- [{"key", "rows", "bytes"}]: the segments that a query reads. The list is replaced as a whole; segments never change.
  segments json not null default '[]',
  row_count bigint not null check (row_count >= 0),
  bytes bigint not null check (bytes >= 0),
  -- Counts changes: a rewrite that was computed from an older list is refused.
  revision integer not null default 1,
  -- Counts changes of the columns: appended segments have to fit them.
  shape integer not null default 1,
  creator_id integer references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index workspace_tables_name on workspace_tables (org_id, lower(name));

create table table_uploads (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  table_name text not null,
  with_headers boolean not null,
  status text not null check (status in ('PENDING', 'IMPORTING', 'COMPLETED', 'FAILED')),
  -- Token of the upload address, which needs no other credential.
  token_hash bytea not null,
  expires_at timestamptz not null,
  storage_key text,
  size bigint,
  summary json,
  error text,
  -- The process that imports it, and the end of its lease.
  claim_id uuid,
  lease_until timestamptz,
  attempt smallint not null default 0,
  creator_id integer references users on delete set null,
  key_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (status in ('PENDING', 'FAILED') or storage_key is not null)
);
create index table_uploads_importing on table_uploads (lease_until) where status = 'IMPORTING';
create index table_uploads_org on table_uploads (org_id, id desc);

create table worksheets (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  name text not null check (length(name) between 1 and 255),
  content text not null default '',
  creator_id integer references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index worksheets_org on worksheets (org_id, id desc);

create table worksheet_queries (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  worksheet_id uuid references worksheets on delete set null,
  -- async and sync: /v1/database/query/; table: /v1/tables/query/.
  kind text not null check (kind in ('async', 'sync', 'table')),
  query text not null,
  use_admin boolean not null default false,
  row_limit integer not null check (row_limit > 0),
  max_cost numeric(20, 8),
  task_id uuid not null,
  status text not null check (status in ('PENDING', 'STARTED', 'SUCCESS', 'FAILURE', 'REVOKED')),
  error text,
  -- [statement result without its rows, with the storage key of the rows]
  statements json not null default '[]',
  -- State for another process to continue: pinned tables, and the rounds of agent calls of the current statement.
  progress json,
  jobs_total integer not null default 0,
  jobs_done integer not null default 0,
  cost numeric(20, 8) not null default 0,
  claim_id uuid,
  lease_until timestamptz,
  attempt smallint not null default 0,
  creator_id integer references users on delete set null,
  key_id uuid,
  role text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  check ((status in ('SUCCESS', 'FAILURE', 'REVOKED')) = (finished_at is not null))
);
create index worksheet_queries_org on worksheet_queries (org_id, id desc);
create index worksheet_queries_worksheet on worksheet_queries (worksheet_id, id desc) where worksheet_id is not null;
create index worksheet_queries_due on worksheet_queries (org_id, id) where status in ('PENDING', 'STARTED');

-- The query that a batch belongs to.
alter table batches add column worksheet_query_id uuid;
create index batches_query on batches (worksheet_query_id) where worksheet_query_id is not null;

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['workspace_tables', 'table_uploads', 'worksheets', 'worksheet_queries'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('create policy tenant on %I to errand_tenant using (org_id = (select errand_org()))', tenant_table);
    execute format('grant select, insert, update, delete on %I to errand_tenant', tenant_table);
  end loop;
end $$;
