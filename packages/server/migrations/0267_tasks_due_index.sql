-- Tasks of open cases that somebody has to be told of when they are due.
create index case_tasks_work on case_tasks (org_id, (coalesce(tell_at, '-infinity'::timestamptz)))
  where tell_at is not null and told_at is null and done_at is null;
-- The few cases whose decision waits for a second person: the console counts them for approvers.
create index cases_proposed on cases (org_id, number desc) where proposal is not null;
