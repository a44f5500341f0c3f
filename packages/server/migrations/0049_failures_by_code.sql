-- How many jobs of an organization failed for one reason lately.
create index job_results_error_code on job_results (org_id, error_code, finished_at) where error_code is not null;
