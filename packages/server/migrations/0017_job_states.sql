-- States of an agent's jobs are counted in the index alone: row-level security asks for the organization of each.
create index jobs_agent_org on jobs (agent_id, id desc) include (org_id);
drop index jobs_agent;
alter index jobs_agent_org rename to jobs_agent;
create index job_results_agent_org on job_results (agent_id, status, job_id desc) include (org_id);
drop index job_results_agent;
alter index job_results_agent_org rename to job_results_agent;
