-- Screening: lists of names in versions, and what people decided about pairs of a subject and an entry.

create table screening_lists (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  name text not null check (length(name) between 1 and 255),
  description text not null default '',
  -- The number of the current version, 0 before the first import.
  version integer not null default 0,
  entry_count integer not null default 0,
  creator_id integer references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index screening_lists_org on screening_lists (org_id, id desc);

create table screening_list_versions (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  list_id uuid not null references screening_lists on delete cascade,
  number integer not null,
  format text not null,
  sha256 text not null,
  entry_count integer not null,
  added integer not null,
  changed integer not null,
  removed integer not null,
  creator_id integer references users on delete set null,
  created_at timestamptz not null default now(),
  unique (list_id, number)
);

-- An entry as it was from one version to another. Entries that did not change have one row for all versions.
create table screening_entries (
  list_id uuid not null references screening_lists on delete cascade,
  entry_id text not null,
  from_version integer not null,
  until_version integer,
  org_id uuid not null references organizations on delete cascade,
  content jsonb not null,
  hash text not null,
  -- Words and sounds of its names, which find the entries that a name is compared with.
  keys text[] not null,
  primary key (list_id, entry_id, from_version)
);
create index screening_entries_keys on screening_entries using gin (keys) where until_version is null;
create unique index screening_entries_current on screening_entries (list_id, entry_id) where until_version is null;

create table screening_decisions (
  org_id uuid not null references organizations on delete cascade,
  subject_key text not null,
  list_id uuid not null references screening_lists on delete cascade,
  entry_id text not null,
  decision text not null check (decision in ('true_match', 'false_positive')),
  reason text not null,
  -- The entry as it was: a decision does not hold for what it did not see.
  entry_hash text not null,
  creator_id integer references users on delete set null,
  decided_at timestamptz not null default now(),
  primary key (org_id, subject_key, list_id, entry_id)
);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array
    array['screening_lists', 'screening_list_versions', 'screening_entries', 'screening_decisions'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('create policy tenant on %I to errand_tenant using (org_id = (select errand_org()))', tenant_table);
    execute format('grant select, insert, update, delete on %I to errand_tenant', tenant_table);
  end loop;
end $$;

revoke update, delete on screening_list_versions from errand_tenant;
