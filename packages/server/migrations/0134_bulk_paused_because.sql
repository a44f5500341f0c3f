-- Why an action on many jobs stands still where nobody paused it: who started it may no longer do this.
alter table bulk_operations add column paused_because text;
