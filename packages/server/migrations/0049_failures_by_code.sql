-- The recent failures of an organization with one error code.
create index job_results_error_code on job_results (org_id, error_code, finished_at) where error_code is not null;
