-- Idempotency keys of requests that create something, with their answers.

create table request_keys (
  org_id uuid not null references organizations on delete cascade,
  key text not null,
  path text not null,
  -- Of the sender and the body.
  body_hash bytea not null,
  -- The request that claimed the key, in the transaction of its change.
  claim_id uuid not null,
  -- Status and body. Null until the change is committed, and if the process ended at that moment.
  sealed_answer text,
  created_at timestamptz not null default now(),
  primary key (org_id, key, path)
);
create index request_keys_age on request_keys (created_at);

alter table request_keys enable row level security;
create policy tenant on request_keys to errand_tenant using (org_id = (select errand_org()));
grant select, insert, update, delete on request_keys to errand_tenant;
