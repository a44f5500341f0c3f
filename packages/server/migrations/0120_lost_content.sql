-- Content that a check of a restore did not find in the storage: when that was seen, so that it is told once and then known.
alter table files add column lost_at timestamptz;
alter table job_artifacts add column lost_at timestamptz;
alter table job_references add column lost_at timestamptz;
