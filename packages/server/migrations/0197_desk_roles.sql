-- The roles of the case desk beside the others. Each row that passes the old check passes the new one, so nothing is
-- read for it, and the lock is short.

alter table memberships
  drop constraint memberships_role_check,
  add constraint memberships_role_check
    check (role in ('owner', 'admin', 'member', 'approver', 'analyst', 'auditor', 'viewer')) not valid;
alter table api_keys
  drop constraint api_keys_role_check,
  add constraint api_keys_role_check
    check (role in ('admin', 'member', 'approver', 'analyst', 'auditor', 'viewer')) not valid;
alter table login_requests
  drop constraint login_requests_role_check,
  add constraint login_requests_role_check
    check (role in ('admin', 'member', 'approver', 'analyst', 'auditor', 'viewer')) not valid;
