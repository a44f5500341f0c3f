-- Promotions that a second person has to approve: the gate of an agent or policy may ask for four eyes, with or without
-- a run on an evaluation set.
alter table version_gates alter column evaluation_set_id drop not null;
alter table version_gates add column four_eyes boolean not null default false;
alter table version_gates add constraint version_gates_asks check (evaluation_set_id is not null or four_eyes) not valid;

create table version_promotions (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  agent_id uuid references agents on delete cascade,
  policy_id uuid references policies on delete cascade,
  version_id uuid not null,
  -- What was current when it was proposed. It has to be so still when it is approved.
  from_version_id uuid,
  state text not null check (state in ('proposed', 'approved', 'rejected', 'obsolete')),
  reason text,
  override_reason text,
  rehearsal_id uuid,
  -- Who proposed it, and for a machine who made the version.
  proposed_by json not null,
  proposed_at timestamptz not null,
  decided_by json,
  decided_at timestamptz,
  comment text,
  check ((agent_id is null) <> (policy_id is null)),
  check ((state = 'proposed') = (decided_at is null))
);
create index version_promotions_org on version_promotions (org_id, id desc);
create unique index version_promotions_agent on version_promotions (agent_id) where state = 'proposed';
create unique index version_promotions_policy on version_promotions (policy_id) where state = 'proposed';

alter table version_promotions enable row level security;
create policy tenant on version_promotions to errand_tenant using (org_id = (select errand_org()));
grant select, insert, update, delete on version_promotions to errand_tenant;
