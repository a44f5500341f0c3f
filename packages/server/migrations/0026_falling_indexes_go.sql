-- The ascending indexes replace the descending ones. A lock that is not free at once is requested
-- again, so no statement waits behind this one.
set local lock_timeout = '200ms';
drop index jobs_agent;
alter index jobs_agent_rising rename to jobs_agent;
drop index jobs_org;
alter index jobs_org_rising rename to jobs_org;
drop index job_results_agent;
alter index job_results_agent_rising rename to job_results_agent;
drop index job_results_unsuccessful;
alter index job_results_unsuccessful_rising rename to job_results_unsuccessful;
drop index job_results_verdicts;
alter index job_results_verdicts_rising rename to job_results_verdicts;
drop index job_results_agent_verdict;
alter index job_results_agent_verdict_rising rename to job_results_agent_verdict;
drop index webhook_deliveries_webhook;
alter index webhook_deliveries_webhook_rising rename to webhook_deliveries_webhook;
drop index credit_ledger_org;
alter index credit_ledger_org_rising rename to credit_ledger_org;
