-- phase: expand
-- How many processes in a row stopped while they had the row. It was a digit of the claim's id; a process of the former
-- release goes on counting there and does not know the column.
alter table schedule_runs add column stops integer not null default 0;
alter table unstored_jobs add column stops integer not null default 0;
alter table archive_task add column stops integer not null default 0;
alter table detection_runs add column stops integer not null default 0;
alter table model_batches add column stops integer not null default 0;
alter table bulk_operations add column stops integer not null default 0;
alter table table_uploads add column stops integer not null default 0;
alter table worksheet_queries add column stops integer not null default 0;
alter table case_clocks add column stops integer not null default 0;
alter table case_tasks add column stops integer not null default 0;
alter table connection_revocations add column stops integer not null default 0;
alter table post_action_deliveries add column stops integer not null default 0;
alter table screening_runs add column stops integer not null default 0;
alter table playbook_runs add column stops integer not null default 0;
alter table alerts add column stops integer not null default 0;
alter table evaluation_runs add column stops integer not null default 0;
alter table rehearsals add column stops integer not null default 0;
alter table trigger_runs add column stops integer not null default 0;
