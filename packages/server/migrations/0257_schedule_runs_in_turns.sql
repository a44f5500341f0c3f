-- Open runs of each organization, so that organizations take turns.
create index schedule_runs_turns on schedule_runs (outcome, org_id, schedule_id) where outcome in ('waiting', 'starting');
