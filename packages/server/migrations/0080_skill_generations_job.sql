create index skill_generations_job on skill_generations (job_id);
