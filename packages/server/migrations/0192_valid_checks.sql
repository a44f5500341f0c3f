-- Checks that were added without a look at the rows that were there.

alter table table_uploads validate constraint table_uploads_status_check;
alter table table_uploads validate constraint table_uploads_bad_rows;
alter table version_gates validate constraint version_gates_asks;
