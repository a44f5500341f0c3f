-- Who caused a job, beyond who called: what stands behind the caller, nearest first. Null if nothing does. A list of
-- `{kind, id, user_id, key_id, name, address, event}`.
alter table jobs add column cause json;

-- Everybody who changed them, the latest first.
alter table schedules add column editors jsonb not null default '[]'::jsonb;
alter table triggers add column editors jsonb not null default '[]'::jsonb;

-- Who started a run outside of the due times.
alter table schedule_runs add column pressed_by jsonb;
-- Where the request of an http trigger came from.
alter table trigger_runs add column address text;
