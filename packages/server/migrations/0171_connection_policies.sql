-- What may use a connection and what asks a person before it writes. Connections from before keep doing what they did:
-- jobs that have read untrusted content may write to them until an administrator decides otherwise.
alter table connections add column policy jsonb;
update connections set policy = '{"untrusted_writes": "allow"}';

-- Where untrusted content came from that a step has read: web, document, connection or tool.
alter table job_steps add column untrusted text;
