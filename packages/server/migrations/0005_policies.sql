-- Policies: rules for agents, in immutable versions, one of them current. Also the opinions of people about
-- the verdicts of jobs.

create table policies (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  name text not null check (length(name) between 1 and 255),
  description text not null default '',
  current_version_id uuid not null,
  creator_id integer references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Accepted jobs keep their version, so a deleted policy keeps its rows.
  deleted_at timestamptz
);
create index policies_org on policies (org_id, created_at desc, id desc) where deleted_at is null;

create table policy_versions (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  policy_id uuid not null references policies on delete cascade,
  version_name text not null check (length(version_name) between 1 and 255),
  -- json, not jsonb: what a client sent comes back with its order and digits.
  content json not null,
  base_version_id uuid,
  creator_id integer references users on delete set null,
  created_at timestamptz not null default now()
);
create index policy_versions_policy on policy_versions (policy_id, id desc);

alter table policies add constraint policies_current_version
  foreign key (current_version_id) references policy_versions deferrable initially deferred;

-- Which policy a version of an agent works with, resolved when it is created. With a version, it is pinned to it.
-- No foreign keys: a row that is hidden may name a policy that is hidden too, and both go with their organization.
alter table agent_versions add column policy_id uuid, add column policy_version_id uuid,
  add constraint agent_versions_pin check (policy_version_id is null or policy_id is not null);
create index agent_versions_policy on agent_versions (policy_id) where policy_id is not null;

-- A person's opinion about the verdict of a job; the last one counts.
create table job_reviews (
  job_id uuid primary key,
  org_id uuid not null,
  agent_id uuid not null,
  status text not null check (status in ('approved', 'rejected')),
  corrected_verdict text,
  comment text not null default '',
  reviewer_id integer,
  reviewed_at timestamptz not null,
  check ((status = 'rejected') = (corrected_verdict is not null))
);
create index job_reviews_agent on job_reviews (agent_id, job_id);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['policies', 'policy_versions', 'job_reviews'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('create policy tenant on %I to errand_tenant using (org_id = (select errand_org()))', tenant_table);
    execute format('grant select, insert, update, delete on %I to errand_tenant', tenant_table);
  end loop;
end $$;

-- A trigger prevents every change of a policy version.
revoke update, delete on policy_versions from errand_tenant;
