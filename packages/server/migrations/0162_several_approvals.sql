-- An approval that several people have to give: how many, and who has given it: `{by, comment, at}`, the latest last.
alter table job_waits add column approvals_needed smallint not null default 1 check (approvals_needed between 1 and 10);
alter table job_waits add column approvals jsonb not null default '[]'::jsonb check (jsonb_typeof(approvals) = 'array');
