-- Set when the owner has deleted the data of the job: later requests and responses are not stored either.
alter table webhook_deliveries add column data_deleted boolean not null default false;
