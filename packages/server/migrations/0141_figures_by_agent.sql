-- One agent's figures over time. The organization is not part of it: figures of all agents are read by time.
create index figure_sums_of_agent on figure_sums (agent_id, slice, starts_at);
-- Failures of a reason in the order of their jobs, with their agents: groups of errors are counted from the index alone.
create index job_results_reasons on job_results (org_id, error_code, job_id) include (agent_id) where error_code is not null;
