-- Secrets from before the previous one that still sign, as [{"secret", "until"}]: every old one does for a day.
alter table webhooks add column older_secrets jsonb not null default '[]';
