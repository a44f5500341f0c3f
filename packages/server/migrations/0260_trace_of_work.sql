-- The trace that work continues which runs later, as that of jobs.
alter table worksheet_queries add column trace text;
alter table trigger_runs add column trace text;
