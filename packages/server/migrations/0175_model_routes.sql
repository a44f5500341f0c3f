-- Who was asked in a step that calls a model: provider, whose key, lane, and in place of which model and why.
alter table job_steps add column route jsonb;
