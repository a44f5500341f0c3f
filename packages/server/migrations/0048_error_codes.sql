-- Why a job failed, as an entry of the error catalogue; null for other ends and for failures of earlier releases.
alter table job_results add column error_code text;
