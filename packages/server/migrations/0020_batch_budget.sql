-- The cost limit of a batch is checked before every step of its rows, so the sums are kept: `spent` has the cost of all
-- recorded steps of a batch with a limit, `booked` the part of this job, and `dearest` the cost of the most
-- expensive row. No job has to sum up the costs of others.
alter table job_queue add column booked numeric(20, 8) not null default 0;
alter table batches add column dearest numeric(20, 8);

-- The rows of one batch that run. The index of workers has those of everybody, and while somebody holds an old snapshot
-- it has everything that ran since.
create index job_queue_batch on job_queue (batch_id, job_id) where batch_id is not null and worker_id is not null;
