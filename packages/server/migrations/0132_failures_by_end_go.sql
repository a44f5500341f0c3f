-- job_results_failures replaces it. A lock that is not free at once is requested again.
set local lock_timeout = '200ms';
drop index job_results_error_code;
