-- What an organization prefers of models: the default, who stands in for it, whose keys are used, and the lane.
create table model_settings (
  org_id uuid primary key references organizations on delete cascade,
  default_model text check (length(default_model) between 1 and 200),
  chain jsonb not null default '[]',
  allow_house_keys boolean not null default true,
  batch_lane text not null default 'allowed' check (batch_lane in ('off', 'allowed', 'preferred')),
  updated_at timestamptz not null default now()
);
alter table model_settings enable row level security;
create policy tenant on model_settings to errand_tenant using (org_id = (select errand_org()));
grant select, insert, update, delete on model_settings to errand_tenant;

-- Until when the tokens that were used are counted against a limit per minute.
alter table model_providers add column tokens_due_at timestamptz;

-- The part of the cost that the organization paid with its own keys, and the jobs in which the model was asked because
-- the values of another one were not trusted.
alter table model_figures add column own_cost numeric(20, 8) not null default 0, add column escalated integer not null default 0;
alter table model_figures_removed add column own_cost numeric(20, 8) not null default 0, add column escalated integer not null default 0;
