-- A webhook that is delivered by listening: its deliveries lie in a mailbox until whoever listens has taken them. It ends by
-- itself when nobody has listened for a while.
alter table webhooks add column expires_at timestamptz;

create table webhook_mailbox (
  -- The delivery, so that one that is sent again lies there once.
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  webhook_id uuid not null references webhooks on delete cascade,
  headers json not null,
  body text not null,
  created_at timestamptz not null default clock_timestamp()
);
create index webhook_mailbox_webhook on webhook_mailbox (webhook_id, created_at);
alter table webhook_mailbox enable row level security;
create policy tenant on webhook_mailbox to errand_tenant using (org_id = (select errand_org()));
grant select, insert, update, delete on webhook_mailbox to errand_tenant;
