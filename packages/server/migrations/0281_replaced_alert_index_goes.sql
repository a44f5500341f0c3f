-- case_alerts_newest replaces it. A lock that is not free at once is requested again.
set local lock_timeout = '200ms';
drop index case_alerts_org;
