-- How far the values of a result can be trusted, and whether a person should look at it.
alter table job_results add column trust json;
alter table job_results add column needs_review boolean;

-- A correction may be of single values: then there is no verdict to correct.
alter table job_reviews add column corrected_outputs jsonb;
do $$
declare
  old_check text;
begin
  select conname into old_check from pg_constraint
    where conrelid = 'job_reviews'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%corrected_verdict%';
  if old_check is not null then execute format('alter table job_reviews drop constraint %I', old_check); end if;
end $$;
alter table job_reviews add constraint job_reviews_correction
  check (status = 'rejected' or (corrected_verdict is null and corrected_outputs is null));
