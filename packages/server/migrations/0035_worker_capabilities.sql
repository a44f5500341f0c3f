-- What a process has for running jobs: engines, models, a browser, a way to search. Null: it is of an older version.
-- A request is often answered by another machine than the one that will run the job.
alter table workers add column capabilities json;
