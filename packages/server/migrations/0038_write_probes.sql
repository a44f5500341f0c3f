-- One row per connection that tries whether PostgreSQL takes writes (platform/database-state.ts).
create table write_probes (
  session int primary key,
  at timestamptz not null
) with (fillfactor = 50);
