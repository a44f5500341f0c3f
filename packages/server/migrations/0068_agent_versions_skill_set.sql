create index agent_versions_skill_set on agent_versions (skill_set_id) where skill_set_id is not null;
