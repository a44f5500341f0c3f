-- The jobs of an agent with one verdict, the newest first: a rare verdict is found without reading other jobs. The first
-- characters are enough to find it, and no engine's word is too long for the index.
create index job_results_agent_verdict on job_results (agent_id, left(ui_fields->>'verdict', 200), job_id desc)
  where ui_fields is not null;
