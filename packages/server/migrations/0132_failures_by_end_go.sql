-- job_results_failures takes its place. What is not to be had at once is asked for again.
set local lock_timeout = '200ms';
drop index job_results_error_code;
