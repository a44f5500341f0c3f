-- Content that was missing in the storage after a restore: when this was noticed, so that it is reported once.
alter table files add column lost_at timestamptz;
alter table job_artifacts add column lost_at timestamptz;
alter table job_references add column lost_at timestamptz;
