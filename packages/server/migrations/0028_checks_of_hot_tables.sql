-- PostgreSQL reads the text of a check constraint anew for every statement that writes its table: a quarter of what it took
-- to accept a job. Every job writes these tables, with values that only our own code makes; `errand doctor` looks at what
-- the constraints said of the queue. See docs/decisions/0023-checks-of-hot-tables.md.
alter table jobs drop constraint jobs_origin_check, drop constraint jobs_cache_outcome_check,
  drop constraint jobs_timeout_seconds_check;
alter table job_results drop constraint job_results_status_check;
alter table job_queue drop constraint job_queue_status_check, drop constraint job_queue_priority_check,
  drop constraint job_queue_check;
alter table webhook_deliveries drop constraint webhook_deliveries_kind_check,
  drop constraint webhook_deliveries_status_check, drop constraint webhook_deliveries_check;
