-- What an import does with rows that do not fit, and the rows that it left out. A stopped upload keeps its file until
-- somebody decides.
alter table table_uploads
  add column on_bad_rows text not null default 'text',
  add column rejects text,
  drop constraint table_uploads_status_check;
alter table table_uploads add constraint table_uploads_status_check
  check (status in ('PENDING', 'IMPORTING', 'STOPPED', 'COMPLETED', 'FAILED')) not valid;
alter table table_uploads add constraint table_uploads_bad_rows check (on_bad_rows in ('text', 'reject', 'stop')) not valid;
