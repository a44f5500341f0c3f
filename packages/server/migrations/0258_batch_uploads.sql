-- An upload is told before it begins, so that it is looked for whatever happened to its answer. `sent_count`: how many
-- calls it has. `guessed`: it was found by time and size only, so it may belong to somebody else.
alter table model_batches add column upload_begun_at timestamptz;
alter table model_batches add column sent_count integer;
alter table model_batches add column guessed boolean not null default false;
-- The provider may fail to take a cancellation. `cancelled_at` is set when it has taken it.
alter table model_batches add column cancel_tried_at timestamptz;
