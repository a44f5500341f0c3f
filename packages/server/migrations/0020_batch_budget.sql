-- The cost limit of a batch is asked for before every step of its rows, so the answer lies ready: `spent` has what the
-- steps of a batch with a limit cost as soon as they are recorded, `booked` how much of that is this job's, and
-- `dearest` is what its dearest row came to. Nobody sums up what others have done.
alter table job_queue add column booked numeric(20, 8) not null default 0;
alter table batches add column dearest numeric(20, 8);

-- The rows of one batch that run. The index of workers has those of everybody, and while somebody holds an old snapshot
-- it has everything that ran since.
create index job_queue_batch on job_queue (batch_id, job_id) where batch_id is not null and worker_id is not null;
