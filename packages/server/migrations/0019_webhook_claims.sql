-- A claim writes neither index of the queue: owner and lease are separate columns beside the time of the attempt, and the
-- new version of the row finds room in its page. The same for a delivery, which nearly always changes exactly once.
alter table webhook_queue add column leased_until timestamptz;
alter table webhook_queue set (fillfactor = 50);
alter table webhook_deliveries set (fillfactor = 50);

-- The only header that differs between attempts; the others follow from the delivery and its time.
-- request_headers is set in older rows only.
alter table webhook_attempts
  alter column request_headers drop not null,
  add column signature text,
  -- Names of the headers of the owner, between commas; their values are not kept.
  add column header_names text,
  -- The headers of the answer as lines of `name: value`; response_headers is set in older rows only.
  add column answer_headers text;
