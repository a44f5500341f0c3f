-- Each claim has a number from a rising sequence. Every write for a running job names the number of its claim (fencing),
-- and the sequence begins as used, so that its last value is always a number that was given out.
create sequence job_claims;
select setval('job_claims', 1);
alter table job_queue
  add column claim bigint,
  -- How long an attempt may take, and until when the running one may; any process ends what is past it.
  add column timeout_seconds integer,
  add column deadline timestamptz;
update job_queue q set timeout_seconds = j.timeout_seconds from jobs j where j.id = q.job_id;

-- The claims of a process at its last heartbeat: exactly these of all claims up to the mark. Null for processes of an
-- older version, which reports none and holds no lock.
alter table workers
  add column claim_mark bigint,
  add column claims bigint[] not null default '{}';
