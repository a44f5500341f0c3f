-- Two reviews of a job that differ: both are disputed until somebody settles it. The settlement stands in both rows.
alter table review_tasks add column disputed_at timestamptz;
alter table review_tasks add column settled_at timestamptz;
alter table review_tasks add column settlement jsonb;
alter table review_tasks add constraint review_tasks_settled check (settled_at is null or disputed_at is not null) not valid;

-- A disputed job has a row here too, so that lists find it; it says nothing about the output.
alter table job_reviews drop constraint job_reviews_status_check;
alter table job_reviews add constraint job_reviews_status_check
  check (status in ('approved', 'rejected', 'disputed')) not valid;
