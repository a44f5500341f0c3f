-- How the cases of a rehearsal were chosen. Null: one by one, or before this column; such a rehearsal passes no gate.

alter table playbook_rehearsals add column filter jsonb;
