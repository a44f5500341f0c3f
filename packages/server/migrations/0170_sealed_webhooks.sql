-- The secrets and the values of the headers of a webhook, encrypted with the key of the installation. The columns that
-- had them in plain text stay for the previous release; with `sealed` they have no values, only names and times.
alter table webhooks add column sealed text;
