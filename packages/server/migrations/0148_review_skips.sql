-- Reviewers who skipped the review, and why: `{by, reason, at}`, the latest last. Deleted with the row.
alter table review_tasks add column skips jsonb not null default '[]'::jsonb check (jsonb_typeof(skips) = 'array');
