-- Cases of an evaluation set that went with the data of their jobs, so that nobody takes the rest for the whole.
alter table evaluation_sets add column erased_count int not null default 0 check (erased_count >= 0);
