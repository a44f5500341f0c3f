create index agent_versions_secrets on agent_versions (org_id) where secret_names <> '{}';
