-- The claim that a process was stuck on when it ended itself; 0 if it was something else than a job. Null if unknown.
alter table workers add column stuck_claim bigint;
