-- The user for whom a generation saves its files, their source, and the version that was current when it began.
alter table skill_generations
  add column creator_id integer references users on delete set null,
  add column base_version_id uuid,
  add column expected_version_id uuid,
  -- The version that it saved.
  add column version_id uuid;
