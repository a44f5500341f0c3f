-- Due schedules of each organization, so that organizations take turns.
create index schedules_turns on schedules (org_id, next_at) where next_at is not null;
