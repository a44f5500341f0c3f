-- Finds the webhooks of listeners that have gone.
create index webhooks_expiring on webhooks (expires_at) where expires_at is not null and deleted_at is null;
