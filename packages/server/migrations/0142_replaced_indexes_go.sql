-- figure_sums_of_agent and job_results_reasons take their places. What is not to be had at once is asked for again.
set local lock_timeout = '200ms';
drop index figure_sums_agent;
drop index job_results_failures;
