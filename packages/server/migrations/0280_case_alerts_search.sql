-- Alerts of an organization, newest first. A search by amount and time reads the index alone.
create index case_alerts_newest on case_alerts (org_id, id desc) include (case_id, queue_id, amount);
-- The few alerts of rare amounts.
create index case_alerts_amount on case_alerts (org_id, amount, id) include (case_id);
