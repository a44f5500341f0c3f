-- The owner had the data of the job deleted: what is sent and answered from then on is not kept either.
alter table webhook_deliveries add column data_deleted boolean not null default false;
