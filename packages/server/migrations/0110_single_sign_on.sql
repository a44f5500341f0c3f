-- How a user was created: here, by a first sign-in with the identity provider, or by its directory (SCIM).
alter table users add column source text not null default 'local' check (source in ('local', 'sso', 'scim'));
-- A deactivated user cannot sign in; everything they created stays.
alter table users add column deactivated_at timestamptz;
grant select (source, deactivated_at) on users to errand_tenant;
update users u set source = 'sso'
where password_hash is null and exists (select from user_identities i where i.user_id = u.id);

-- Sessions that began at the identity provider: its own session, and the sealed token that signing out there asks for.
alter table sessions
  add column issuer text check (length(issuer) <= 500),
  add column provider_session text check (length(provider_session) <= 500),
  add column sealed_id_token text;

-- Sign-ins that were completed: the state of one works once. Rows go when the state would have expired.
create table used_sign_ins (
  state_hash bytea primary key check (length(state_hash) = 32),
  expires_at timestamptz not null
);
create index used_sign_ins_expires on used_sign_ins (expires_at);
