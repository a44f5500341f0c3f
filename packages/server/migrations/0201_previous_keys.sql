-- Requests with the previous secret find their key by it.
create index api_keys_previous on api_keys (previous_hash) where previous_hash is not null;
