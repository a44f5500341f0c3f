-- Reads the table without keeping writers out.
alter table job_queue validate constraint job_queue_state;
