-- Cost of models by agent and by the hour in which jobs were accepted, counted from the steps of jobs that have ended. They
-- have a mark of their own: an installation that was upgraded counts its history in passes of a day.
create table model_figures (
  org_id uuid not null references organizations on delete cascade,
  starts_at timestamptz not null,
  model text not null,
  agent_id uuid not null,
  jobs integer not null,
  cost numeric(20, 8) not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  primary key (org_id, starts_at, model, agent_id)
);
alter table job_figures_mark add column models_through timestamptz not null default '-infinity';

-- Cost of deleted steps, by the end of their job, to be added to every count of steps. Rows behind the
-- mark are merged into those that end at -infinity, so there is one for each hour, model and agent, as in model_figures.
create table model_figures_removed (
  org_id uuid not null references organizations on delete cascade,
  starts_at timestamptz not null,
  model text not null,
  agent_id uuid not null,
  jobs integer not null,
  cost numeric(20, 8) not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  finished_at timestamptz not null
);
create unique index model_figures_removed_merged on model_figures_removed (org_id, starts_at, model, agent_id)
  where finished_at = '-infinity';
create index model_figures_removed_finished on model_figures_removed (finished_at);

-- Cost of deleted jobs: a recount adds it again, like job_figures_removed.
create table key_figures_removed (
  key_id uuid not null,
  starts_at timestamptz not null,
  org_id uuid not null references organizations on delete cascade,
  jobs integer not null,
  cost numeric(20, 8) not null,
  primary key (key_id, starts_at)
);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['model_figures', 'key_figures_removed', 'model_figures_removed'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('create policy tenant on %I to errand_tenant using (org_id = (select errand_org()))', tenant_table);
    execute format('grant select on %I to errand_tenant', tenant_table);
  end loop;
end $$;
-- Deleting the data of a job keeps the cost of its steps.
grant insert on model_figures_removed to errand_tenant;
