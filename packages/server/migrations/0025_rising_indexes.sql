-- Ids grow, and an index that holds them in rising order is filled page by page, while in falling order each full page is
-- split in two halves: the indexes of jobs become smaller by two fifths. The newest first are read from the end.
create index jobs_agent_rising on jobs (agent_id, id) include (org_id);
create index jobs_org_rising on jobs (org_id, id);
create index job_results_agent_rising on job_results (agent_id, status, job_id) include (org_id);
create index job_results_unsuccessful_rising on job_results (org_id, job_id) include (status, agent_id)
  where status in (4, 5);
create index job_results_verdicts_rising on job_results (org_id, job_id) where ui_fields is not null;
create index job_results_agent_verdict_rising on job_results (agent_id, left(ui_fields->>'verdict', 200), job_id)
  where ui_fields is not null;
create index webhook_deliveries_webhook_rising on webhook_deliveries (webhook_id, id);
create index credit_ledger_org_rising on credit_ledger (org_id, id);
