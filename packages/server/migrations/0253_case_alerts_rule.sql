-- Alerts of a rule, newest first, with the case that decides who may see them.
create index case_alerts_rule on case_alerts (org_id, rule, id desc) include (case_id);
