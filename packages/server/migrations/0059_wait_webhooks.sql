-- What a delivery says that is not about the end of a job; null: its job tells.
alter table webhook_deliveries add column body text;
-- When webhooks were told of a wait.
alter table job_waits add column told_at timestamptz;
