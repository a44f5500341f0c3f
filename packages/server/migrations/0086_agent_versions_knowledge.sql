-- The knowledge base that investigations of a version of an agent consult, resolved when the version is created. No foreign
-- key: a hidden row may name one that is gone.
alter table agent_versions add column knowledge_base_id uuid;
