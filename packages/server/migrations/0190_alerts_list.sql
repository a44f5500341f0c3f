-- For the list of all alerts of an organization, newest first, and their number.

create index case_alerts_org on case_alerts (org_id, id desc);
