-- phase: expand
-- What led to a query that no request did, such as a detection run. The audit log names it with what the query does.
alter table worksheet_queries add column cause json;
