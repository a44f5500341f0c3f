-- A version that was made to try it out. It is in no list until it becomes current.
alter table agent_versions add column is_draft boolean not null default false;
