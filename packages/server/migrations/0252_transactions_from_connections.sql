-- Transactions that are read through a connection: the query, with whose right, and what each run read.

alter table transaction_sources add column read_from jsonb;
alter table transaction_sources add column read_as jsonb;
alter table detection_runs add column read_from jsonb;
alter table detection_runs add column read_as jsonb;
alter table detection_runs add column read jsonb;
