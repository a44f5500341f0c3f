-- Invariants of the tables that every job writes: one constraint each, since PostgreSQL reads the text of every constraint
-- anew for each statement (docs/decisions/0034-checks-are-back.md). Rows that are there are looked at by the next migration.
alter table job_queue add constraint job_queue_state check (
  status between 0 and 2 and priority between 0 and 2 and attempt >= 0 and (status = 1) = (worker_id is not null)
) not valid;
alter table job_results add constraint job_results_state check (status between 3 and 6) not valid;
