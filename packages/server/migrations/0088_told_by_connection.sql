-- Post actions of a wait or of an overdue review have a payload of their own, since their job may not have ended. Null: the
-- payload is that of the end of the job.
alter table post_action_deliveries add column payload json;
