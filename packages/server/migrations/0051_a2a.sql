-- Whether the A2A cards of an organization's agents are shown without a credential.
alter table organizations add column public_agent_cards boolean not null default false;

-- A webhook of one job: the push notification that somebody asked for with an A2A task. It is in no list of webhooks and
-- linked to no agent; its delivery is written once its job has ended.
alter table webhooks add column job_id uuid, add column published_at timestamptz;
