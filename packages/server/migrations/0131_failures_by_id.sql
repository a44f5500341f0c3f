-- Failures of a reason in the order of their jobs: as lists go, and with the partitions of a time only.
create index job_results_failures on job_results (org_id, error_code, job_id) where error_code is not null;
