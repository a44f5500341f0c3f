-- Grants that have expired, which saving a code or token removes.
create index oauth_grants_expires on oauth_grants (expires_at);
