-- Claims step from organization to organization, so that one with thousands of rows does not hold up the others.
create index alerts_work on alerts (org_id, (coalesce(next_attempt_at, '-infinity'::timestamptz))) where delivery = 'pending';
create index post_action_deliveries_work on post_action_deliveries (org_id, (coalesce(next_attempt_at, '-infinity'::timestamptz)))
  where status = 'pending';
create index trigger_runs_work on trigger_runs (org_id, (coalesce(take_at, '-infinity'::timestamptz)))
  where take_at is not null;
