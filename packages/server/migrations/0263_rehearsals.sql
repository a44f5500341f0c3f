-- How the cases of a rehearsal were chosen. Null: one by one, or before this column; such a rehearsal passes no gate.

alter table playbook_rehearsals add column filter jsonb;

-- Of a rehearsal with a limit of cost: its job may start, and what it may cost is set aside.

alter table playbook_steps add column is_reserved boolean not null default false;
