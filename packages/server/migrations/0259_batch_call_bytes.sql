-- How large a call is, so that an upload stays below the provider's limit without reading what it asks.
alter table model_batch_calls add column body_bytes integer;
