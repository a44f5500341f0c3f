-- The question that the webhook of one job has told last: an A2A task that requires input is pushed once per question.
alter table webhooks add column told_wait_id uuid;
