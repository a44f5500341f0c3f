-- Which key asked for a job, for budgets and cost by key. Null: a person, a clock or an event; and jobs of earlier releases.
alter table jobs add column key_id uuid;

-- Cost of keys by the hour in which their jobs were accepted; written with the other figures (jobs/figures).
create table key_figures (
  key_id uuid not null,
  starts_at timestamptz not null,
  org_id uuid not null references organizations on delete cascade,
  jobs integer not null,
  cost numeric(20, 8) not null,
  primary key (key_id, starts_at)
);
create index key_figures_org on key_figures (org_id, starts_at);

-- The amount that may be spent in a day or a month (UTC). The watch (budgets/watch.ts) updates `spent`.
create table budgets (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  scope text not null check (scope in ('organization', 'agent', 'key')),
  agent_id uuid references agents on delete cascade,
  key_id uuid references api_keys on delete cascade,
  period text not null check (period in ('day', 'month')),
  amount numeric(20, 8) not null check (amount > 0),
  -- warn: sends an alert; stop: also refuses new jobs.
  action text not null check (action in ('warn', 'stop')),
  period_starts_at timestamptz,
  spent numeric(20, 8) not null default 0,
  checked_at timestamptz,
  created_at timestamptz not null,
  check ((scope = 'agent') = (agent_id is not null)),
  check ((scope = 'key') = (key_id is not null))
);
create index budgets_org on budgets (org_id, id);

-- Where alerts go, and whether agents are watched. One row for each organization that has set this.
create table alert_settings (
  org_id uuid primary key references organizations on delete cascade,
  watches_agents boolean not null,
  webhook_id uuid references webhooks on delete set null,
  connection_id uuid references connections on delete set null,
  operation text,
  params json not null default '{}'
);

-- Alerts: one for each budget, threshold and period; one at a time for each agent and figure out of its band. Deleted
-- after 180 days.
create table alerts (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  kind text not null check (kind in ('budget_warning', 'budget_reached', 'failures', 'latency')),
  budget_id uuid references budgets on delete cascade,
  agent_id uuid references agents on delete cascade,
  -- Of the period of the budget; null for agents.
  period_starts_at timestamptz,
  message text not null,
  detail json not null,
  created_at timestamptz not null,
  -- Back in the usual band, or in the next period.
  ended_at timestamptz,
  -- By the connection; those of webhooks are in webhook_deliveries.
  delivery text not null check (delivery in ('none', 'pending', 'done', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  delivery_error text
);
create unique index alerts_budget on alerts (budget_id, kind, period_starts_at) where budget_id is not null;
create unique index alerts_agent on alerts (agent_id, kind) where budget_id is null and ended_at is null;
create index alerts_org on alerts (org_id, id desc);
create index alerts_pending on alerts (next_attempt_at) where delivery = 'pending';

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['key_figures', 'budgets', 'alert_settings', 'alerts'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('create policy tenant on %I to errand_tenant using (org_id = (select errand_org()))', tenant_table);
    execute format('grant select, insert, update, delete on %I to errand_tenant', tenant_table);
  end loop;
end $$;
