-- A claim has a number of its own that only rises: whoever writes for a running job names the number under which it runs
-- it. The sequence begins as used, so that its last value is always a number that was given out.
create sequence job_claims;
select setval('job_claims', 1);
alter table job_queue
  add column claim bigint,
  -- How long an attempt may take, and until when the running one may; any process ends what is past it.
  add column timeout_seconds integer,
  add column deadline timestamptz;
update job_queue q set timeout_seconds = j.timeout_seconds from jobs j where j.id = q.job_id;

-- What a process runs, as its last heartbeat told: of the claims up to the mark exactly these. Null: it is of an older
-- version, which tells nothing and holds no lock.
alter table workers
  add column claim_mark bigint,
  add column claims bigint[] not null default '{}';
