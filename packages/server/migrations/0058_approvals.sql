-- Who has to approve the results of a version, and when; null: nobody.
alter table agent_versions add column approval json;
