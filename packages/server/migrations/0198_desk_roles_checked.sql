-- Reads the rows while others write, which the migration before could not.

alter table memberships validate constraint memberships_role_check;
alter table api_keys validate constraint api_keys_role_check;
alter table login_requests validate constraint login_requests_role_check;
