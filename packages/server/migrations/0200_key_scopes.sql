-- A key may be held to fewer things than its role allows, and its secret may be replaced while programs still send the
-- one before. Without scopes a key may do all that its role allows.
alter table api_keys add column scopes text[] check (scopes <@ array['read', 'run', 'decide', 'build', 'admin']
  and cardinality(scopes) > 0);
alter table api_keys add column previous_hash bytea check (length(previous_hash) = 32);
alter table api_keys add column previous_until timestamptz;
alter table api_keys add column rotated_at timestamptz;
