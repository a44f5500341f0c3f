-- Disagreements of an organization. They are few, and runs on evaluation sets ask for those since they began.
create index review_tasks_disputed on review_tasks (org_id, job_id) where disputed_at is not null;
