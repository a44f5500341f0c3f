-- Everybody who planned, started or resumed the action, the latest first: the jobs that it starts are theirs, too.
alter table bulk_operations add column editors jsonb not null default '[]'::jsonb;
