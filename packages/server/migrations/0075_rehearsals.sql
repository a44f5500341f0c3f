-- Rehearsals: past cases of a policy, decided again by another version of it on their stored evidence.
create table rehearsals (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  policy_id uuid not null references policies on delete cascade,
  version_id uuid not null,
  -- Null: there was nothing to decide.
  batch_id uuid unique,
  status text not null check (status in ('pending', 'running', 'done', 'cancelled', 'failed')),
  reason text,
  total integer not null,
  cancel_asked_at timestamptz,
  created_by integer references users on delete set null,
  started_at timestamptz not null,
  finished_at timestamptz,
  check ((status in ('done', 'cancelled', 'failed')) = (finished_at is not null))
);
create index rehearsals_policy on rehearsals (policy_id, id desc);
create index rehearsals_open on rehearsals (id) where finished_at is null;

-- One row per past case, which is decided once: a second decision changes nothing.
create table rehearsal_cases (
  rehearsal_id uuid not null references rehearsals on delete cascade,
  position integer not null,
  org_id uuid not null,
  job_id uuid not null,
  -- Its position in the batch; null if it cannot be decided.
  batch_index integer,
  before text,
  after text,
  -- Rules that were decided differently: rule_id, before, after.
  rules json,
  -- Why it could not be decided.
  reason text,
  primary key (rehearsal_id, position),
  check (after is null or reason is null)
);
create index rehearsal_cases_place on rehearsal_cases (rehearsal_id, batch_index);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['rehearsals', 'rehearsal_cases'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('create policy tenant on %I to errand_tenant using (org_id = (select errand_org()))', tenant_table);
    execute format('grant select, insert, update, delete on %I to errand_tenant', tenant_table);
  end loop;
end $$;
