-- People are invited, and join by accepting: nobody else chooses their password. The token itself is not stored.
create table invitations (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  email text not null,
  role text not null,
  token_hash bytea not null unique,
  invited_by jsonb not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by integer references users on delete set null,
  revoked_at timestamptz
);
create index invitations_org on invitations (org_id, id);

alter table invitations enable row level security;
create policy tenant on invitations to errand_tenant using (org_id = (select errand_org()));
grant select, insert, update, delete on invitations to errand_tenant;
