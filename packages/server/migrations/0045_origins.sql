-- Batches and jobs also come in through the command line and MCP.
alter table batches drop constraint batches_origin_check;
alter table batches add constraint batches_origin_check
  check (origin in ('api', 'ui', 'sql', 'cli', 'mcp', 'a2a', 'schedule', 'trigger'));
