-- A rehearsal tells which cases lack evidence that the candidate version asks for, and can gather it anew.
alter table rehearsals add column gather boolean not null default false;
alter table rehearsal_cases add column questions json;
alter table rehearsal_cases add column gathered boolean not null default false;
