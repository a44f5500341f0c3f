-- figure_sums_of_agent and job_results_reasons replace them. A lock that is not free at once is requested again.
set local lock_timeout = '200ms';
drop index figure_sums_agent;
drop index job_results_failures;
