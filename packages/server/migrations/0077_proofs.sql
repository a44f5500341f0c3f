-- Proofs: keys that organizations sign with, the chain of the audit log, holds, retention, certificates.

-- Ed25519. The private part is encrypted with a key that is not in the database, and removed when another key takes over;
-- the public part stays, so that what it signed can be checked for ever.
create table signing_keys (
  id text primary key,
  org_id uuid not null references organizations on delete cascade,
  public_key text not null,
  sealed text,
  created_at timestamptz not null default now(),
  retired_at timestamptz,
  check ((sealed is null) = (retired_at is not null))
);
create unique index signing_keys_current on signing_keys (org_id) where retired_at is null;
create index signing_keys_org on signing_keys (org_id, created_at);

-- Given to each entry once, by a pass over what is committed, in the order of the chain. Null: not yet in it.
alter table audit_log
  add column seq bigint,
  add column previous_hash text,
  add column hash text;

-- The end of each chain, and how much of its beginning retention has removed.
create table audit_heads (
  org_id uuid primary key references organizations on delete cascade,
  seq bigint not null,
  hash text not null,
  cut_seq bigint not null default 0,
  sealed_seq bigint not null default 0,
  sealed_at timestamptz
);

-- Signed statements about the chain: `head`, this entry has this hash; `cut`, everything up to this entry was removed.
create table audit_seals (
  org_id uuid not null references organizations on delete cascade,
  seq bigint not null,
  kind text not null check (kind in ('head', 'cut')),
  content json not null,
  primary key (org_id, seq, kind)
);

-- Jobs whose data must not be deleted.
create table job_holds (
  job_id uuid primary key,
  org_id uuid not null,
  reason text not null check (length(reason) between 1 and 2000),
  placed_by json not null,
  placed_at timestamptz not null
);
create index job_holds_org on job_holds (org_id, job_id);

-- Null: kept for ever. Each mark: everything that ended before it has been checked.
create table retention_settings (
  org_id uuid primary key references organizations on delete cascade,
  jobs_days integer check (jobs_days between 1 and 36500),
  evidence_days integer check (evidence_days between 1 and 36500),
  steps_days integer check (steps_days between 1 and 36500),
  audit_days integer check (audit_days between 1 and 36500),
  jobs_mark timestamptz,
  evidence_mark timestamptz,
  steps_mark timestamptz,
  updated_at timestamptz not null default now()
);

-- Signed records of removals. They stay as long as the organization, as the proof.
create table erasure_certificates (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  -- The job, when it was removed alone.
  job_id uuid,
  content json not null
);
create index erasure_certificates_org on erasure_certificates (org_id, id);
create index erasure_certificates_job on erasure_certificates (job_id) where job_id is not null;

-- Figures of jobs that are gone: a recount of the others adds them again.
create table job_figures_removed (like job_figures including constraints);
create index job_figures_removed_hour on job_figures_removed (starts_at);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array[
    'signing_keys', 'audit_heads', 'audit_seals', 'job_holds', 'retention_settings', 'erasure_certificates',
    'job_figures_removed'
  ] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('create policy tenant on %I to errand_tenant using (org_id = (select errand_org()))', tenant_table);
    execute format('grant select on %I to errand_tenant', tenant_table);
  end loop;
end $$;
grant insert, update, delete on signing_keys, job_holds, retention_settings to errand_tenant;
-- Append-only, as the audit log.
grant insert on erasure_certificates to errand_tenant;
