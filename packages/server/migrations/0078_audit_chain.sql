-- Entries that are not in the chain yet, and those that are in their order.
create index audit_log_unchained on audit_log (org_id, id) where seq is null;
create index audit_log_chain on audit_log (org_id, seq) where seq is not null;
