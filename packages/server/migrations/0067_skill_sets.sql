-- Skill sets: instructions in files that agents read on demand, in versions that never change, one of them current.
-- Versions are kept until their set is deleted: people make them, by hand or by a generation they start, and each has at
-- most 1 MiB of files.
create table skill_sets (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  name text not null check (length(name) between 1 and 255),
  description text not null default '',
  current_version_id uuid not null,
  creator_id integer references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index skill_sets_org on skill_sets (org_id, created_at desc, id desc);

create table skill_versions (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  skill_set_id uuid not null references skill_sets on delete cascade,
  version_name text not null check (length(version_name) between 1 and 255),
  summary text not null default '',
  file_changes json not null,
  -- [{relative_path, content}]; json, not jsonb: it comes back in the order that a client sent.
  files json not null,
  base_version_id uuid,
  creator_id integer references users on delete set null,
  created_at timestamptz not null default now()
);
create index skill_versions_set on skill_versions (skill_set_id, created_at desc, id desc);

alter table skill_sets add constraint skill_sets_current_version
  foreign key (current_version_id) references skill_versions deferrable initially deferred;

-- Files that a job of the built-in agent writes; the state of a generation is that of its job. The last one of each set is
-- kept.
create table skill_generations (
  skill_set_id uuid primary key references skill_sets on delete cascade,
  id uuid not null unique,
  org_id uuid not null references organizations on delete cascade,
  job_id uuid not null,
  auto_commit boolean not null,
  started_at timestamptz not null default now()
);

-- The set that a version of an agent reads, resolved when it is created. No foreign key: a hidden row may name a set that
-- is gone.
alter table agent_versions add column skill_set_id uuid;

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['skill_sets', 'skill_versions', 'skill_generations'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('create policy tenant on %I to errand_tenant using (org_id = (select errand_org()))', tenant_table);
    execute format('grant select, insert, update, delete on %I to errand_tenant', tenant_table);
  end loop;
end $$;

-- A trigger prevents every change of a version; it is deleted with its set.
revoke update, delete on skill_versions from errand_tenant;
