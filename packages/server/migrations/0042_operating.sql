-- Switches of operators and owners: a paused organization starts no jobs, a drained worker claims none, and an
-- agent's cached results are reused up to an age.
alter table organizations add column paused_at timestamptz;
alter table workers add column draining_at timestamptz;
alter table agents add column cache_max_age_seconds integer check (cache_max_age_seconds > 0);
