create index webhooks_job on webhooks (job_id) where job_id is not null;
