-- The objects that the demo workspace of an organization has created, so that removing it removes exactly these.
-- At most one row.
create table demo_workspaces (
  org_id uuid primary key references organizations on delete cascade,
  created_at timestamptz not null default now(),
  -- {"agents": [id], "policies": [id], "tables": [name], "tags": [id], "queries": [id]}, in the order in which they were made.
  objects json not null default '{}'
);
alter table demo_workspaces enable row level security;
create policy tenant on demo_workspaces to errand_tenant using (org_id = (select errand_org()));
grant select, insert, update, delete on demo_workspaces to errand_tenant;
