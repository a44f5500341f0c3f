-- What a claim has to know of a delivery stands in its row of the queue: its job, while the attempts made so far are
-- exactly its tries. Null: they may not be (it was queued again, or its lease ran out), so the delivery is read as well.
alter table webhook_queue add column job_id uuid;
