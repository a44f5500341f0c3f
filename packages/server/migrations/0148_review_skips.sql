-- Who did not want to decide a review, and why: `{by, reason, at}`, the latest last. It goes with the row.
alter table review_tasks add column skips jsonb not null default '[]'::jsonb check (jsonb_typeof(skips) = 'array');
