-- Capabilities of a process: engines, models, a browser, a search provider. Null for processes of an older version.
-- A request is often answered by another machine than the one that will run the job.
alter table workers add column capabilities json;
