-- Leased work: a task that is overdue is told once, as a clock is.

alter table case_tasks
  add column tell_at timestamptz,
  add column claim_id uuid,
  add column attempts integer not null default 0,
  add column told_at timestamptz;
update case_tasks t set tell_at = t.due_at from cases c
where c.id = t.case_id and c.state <> 'closed' and t.done_at is null and t.due_at is not null;

-- Triggers that send a case alert to a queue instead of starting an agent. The queue may be gone: then events say so.
alter table triggers
  alter column agent_id drop not null,
  add column case_queue_id uuid,
  add constraint triggers_target check ((agent_id is null) <> (case_queue_id is null)) not valid;
alter table trigger_runs
  add column case_alert_id uuid,
  drop constraint trigger_runs_check1,
  add constraint trigger_runs_started check (outcome <> 'started' or job_id is not null or case_alert_id is not null)
    not valid;
