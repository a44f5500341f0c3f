-- Disagreements that are open: few rows among all that were decided.
create index review_tasks_disputed on review_tasks (org_id, agent_id) where disputed_at is not null and settled_at is null;
