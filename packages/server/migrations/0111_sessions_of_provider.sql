create index sessions_provider on sessions (provider_session) where provider_session is not null;
