-- Reads the tables without keeping writers out.
alter table job_queue validate constraint job_queue_state;
alter table job_results validate constraint job_results_state;
