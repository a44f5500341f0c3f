-- Which jobs of an agent people review. Without a row, no review is needed.
create table review_plans (
  agent_id uuid primary key,
  org_id uuid not null,
  sample_rate numeric not null check (sample_rate between 0 and 1),
  always_when text[] not null,
  min_confidence numeric check (min_confidence between 0 and 1),
  second_review_rate numeric not null check (second_review_rate between 0 and 1),
  due_hours numeric check (due_hours > 0),
  -- The draw of a job follows from this and from its id: nobody can foresee it, and it is the same whenever it is made.
  salt uuid not null default gen_random_uuid(),
  -- Jobs that ended earlier are not reviewed.
  since timestamptz not null,
  updated_at timestamptz not null
);
create index review_plans_org on review_plans (org_id);

-- Jobs to review, and reviewed ones. The opinion that counts is in job_reviews, once no task of the job
-- is open.
create table review_tasks (
  id uuid primary key,
  org_id uuid not null,
  job_id uuid not null,
  agent_id uuid not null,
  version_id uuid not null,
  reason text not null,
  round smallint not null default 1 check (round in (1, 2)),
  -- Of a second review: the first one.
  first_id uuid check ((first_id is not null) = (round = 2)),
  status text not null default 'open' check (status in ('open', 'done')),
  -- What the reviewer should see beside the job: the explanation that somebody contests.
  attachment json,
  reserved_by json,
  reserved_user integer,
  reserved_key uuid,
  reserved_at timestamptz,
  reserved_until timestamptz check ((reserved_until is null) = (reserved_by is null)),
  due_at timestamptz,
  -- When webhooks were notified that it is overdue.
  told_at timestamptz,
  agrees boolean check ((agrees is not null) = (status = 'done')),
  corrected_verdict text,
  corrected_outputs jsonb,
  comment text not null default '',
  seconds_spent numeric,
  -- The least time that reading the outputs takes.
  reading_seconds numeric not null,
  decided_by json check ((decided_by is not null) = (status = 'done')),
  decided_user integer,
  decided_key uuid,
  decided_at timestamptz check ((decided_at is not null) = (status = 'done')),
  created_at timestamptz not null
);
create unique index review_tasks_open_job on review_tasks (job_id) where status = 'open';
create index review_tasks_job on review_tasks (job_id);
create index review_tasks_org on review_tasks (org_id, id);
create index review_tasks_next on review_tasks (org_id, due_at, id) where status = 'open';
create index review_tasks_due on review_tasks (due_at) where status = 'open' and told_at is null and due_at is not null;
create index review_tasks_decided on review_tasks (org_id, decided_at) where status = 'done';
create index review_tasks_agent on review_tasks (agent_id, id);

-- Jobs that ended before `through` were drawn for.
create table review_mark (
  only_row boolean primary key default true check (only_row),
  through timestamptz not null
);
insert into review_mark (through) values ('-infinity');

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['review_plans', 'review_tasks'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('create policy tenant on %I to errand_tenant using (org_id = (select errand_org()))', tenant_table);
    execute format('grant select, insert, update, delete on %I to errand_tenant', tenant_table);
  end loop;
end $$;
