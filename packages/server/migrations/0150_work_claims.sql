-- Leased work names its claim, so that a process that lost a row records nothing on it. A claim that stays says that a
-- process died in the middle.
alter table alerts add column claim_id uuid;
alter table post_action_deliveries add column claim_id uuid;
alter table bulk_operations add column claim_id uuid, add column attempts integer not null default 0;
alter table trigger_runs add column claim_id uuid, add column attempts integer not null default 0;
alter table schedule_runs add column claim_id uuid, add column attempts integer not null default 0;
alter table evaluation_runs add column claim_id uuid, add column attempts integer not null default 0,
  add column settle_at timestamptz;
alter table rehearsals add column claim_id uuid, add column attempts integer not null default 0,
  add column settle_at timestamptz;
-- The table has one row.
alter table archive_task add column id uuid not null default '00000000-0000-0000-0000-000000000001',
  add column attempts integer not null default 0;
-- Proposals of knowledge bases are jobs.
alter table knowledge_drafts add column job_id uuid;
