-- Programs that ask for a key, such as `errand login`: a person confirms with the short code in the console, and the program
-- takes the key with its own secret, of which only the hash is here. A row lives for minutes.
create table login_requests (
  id uuid primary key,
  device_hash bytea not null unique check (length(device_hash) = 32),
  user_code text not null unique check (length(user_code) = 8),
  client_name text not null check (length(client_name) between 1 and 100),
  address text not null check (length(address) <= 100),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  status text not null default 'open' check (status in ('open', 'approved', 'denied')),
  -- The person who confirmed it, the organization, and the rights of the key.
  for_org uuid references organizations on delete cascade,
  user_id integer references users on delete cascade,
  key_id uuid references api_keys on delete cascade,
  role text check (role in ('admin', 'member', 'viewer')),
  valid_days integer check (valid_days between 1 and 3650),
  check (status <> 'approved' or (for_org is not null and role is not null))
);
create index login_requests_expires on login_requests (expires_at);

-- A key of one person: it may never do more than its owner, and ends with their membership.
alter table api_keys add column personal boolean not null default false;
