-- For the roll-up of figures. Results are appended as jobs end, so a small index of ranges is enough.
create index job_results_finished on job_results using brin (finished_at) with (pages_per_range = 16, autosummarize = on);
