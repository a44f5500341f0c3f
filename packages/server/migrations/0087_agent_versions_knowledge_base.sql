create index agent_versions_knowledge_base on agent_versions (knowledge_base_id) where knowledge_base_id is not null;
