-- What an import does with rows that do not fit, and the rows that it left out. A stopped upload keeps its file until
-- somebody decides.
alter table table_uploads
  add column on_bad_rows text not null default 'text' check (on_bad_rows in ('text', 'reject', 'stop')),
  add column rejects text,
  drop constraint table_uploads_status_check,
  add constraint table_uploads_status_check check (status in ('PENDING', 'IMPORTING', 'STOPPED', 'COMPLETED', 'FAILED'));
