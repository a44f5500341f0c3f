-- An action by a filter looks at the tables: jobs accepted before this may be archived, and not be part of it.
alter table bulk_operations add column searched_to timestamptz;
