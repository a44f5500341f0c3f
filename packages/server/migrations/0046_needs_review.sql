-- The jobs of an organization that a person should look at, the newest first.
create index job_results_needs_review on job_results (org_id, job_id desc) where needs_review;
