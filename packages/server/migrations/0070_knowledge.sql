-- Knowledge bases: the typologies that matter to one company. A draft is proposed and changed; finished, it is a lens, which
-- outlives the knowledge base when that is only unlinked. People make them, so they are kept until they are deleted.
create table knowledge_lenses (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  name text not null check (length(name) between 1 and 255),
  company text not null,
  product_name text,
  product_summary text not null default '',
  refs json not null,
  mcp_enabled boolean not null,
  public boolean not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index knowledge_lenses_org on knowledge_lenses (org_id);

create table knowledge_bases (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  name text not null check (length(name) <= 255),
  company text not null check (length(company) between 1 and 255),
  product_name text,
  website_url text,
  brief text not null,
  status text not null check (status in ('drafting', 'active', 'orphaned')),
  -- No foreign key: a lens that is gone makes an orphan.
  lens_id uuid,
  lens_snapshot json,
  last_synced_at timestamptz,
  sync_error text,
  creator_id integer references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (org_id, lens_id)
);
create index knowledge_bases_org on knowledge_bases (org_id, id desc);

create table knowledge_drafts (
  knowledge_base_id uuid primary key references knowledge_bases on delete cascade,
  id uuid not null unique,
  org_id uuid not null references organizations on delete cascade,
  status text not null check (status in ('generating', 'ready', 'error')),
  error text,
  suggested_name text not null default '',
  product_summary text not null default '',
  iteration_count integer not null default 0,
  refs json not null default '[]',
  proposal json,
  feedback text,
  proposed_by text,
  -- The process that works on the proposal, and the end of its lease.
  claim_id uuid,
  lease_until timestamptz,
  attempt integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz
);
create index knowledge_drafts_generating on knowledge_drafts (id) where status = 'generating';

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['knowledge_lenses', 'knowledge_bases', 'knowledge_drafts'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('create policy tenant on %I to errand_tenant using (org_id = (select errand_org()))', tenant_table);
    execute format('grant select, insert, update, delete on %I to errand_tenant', tenant_table);
  end loop;
end $$;
