-- The queues of a playbook, and what is unset with it.
create index case_queues_playbook on case_queues (playbook_id) where playbook_id is not null;
