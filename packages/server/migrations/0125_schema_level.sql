-- The newest migration that a process knows: a process of the previous release has an older one, or none. While such a
-- process runs, nothing that it uses is removed (docs/upgrading.md).
alter table workers add column schema_level text;
