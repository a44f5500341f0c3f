-- The facts of a delivery that a claim needs are in its row of the queue: its job, as long as the attempts made are
-- exactly its tries. Null: they may not be (it was queued again, or its lease ran out), so the delivery is read as well.
alter table webhook_queue add column job_id uuid;
