-- Why the service paused an action on many jobs: the person who started it has lost the right to.
alter table bulk_operations add column paused_because text;
