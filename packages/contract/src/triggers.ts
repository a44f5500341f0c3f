import { Type } from 'typebox';
import { JsonObject, Nullable, Page, PageNumber, PageSize, Timestamp, Uuid } from './values.ts';

// Triggers on the wire: when an event comes, they run an agent or send an alert to a case queue.

const name = Type.String({ minLength: 1, maxLength: 255, examples: ['Orders from the shop'] });
const kind = Type.Enum(['http', 'storage', 'agent'], {
  description: 'A request to an address, a new object in a bucket, or the end of another agent’s job.',
});
const mapping = Type.Record(Type.String(), Type.Unknown(), {
  description:
    'Inputs of the run by key, or members of the case alert (`subject`, `rule`, `amount`, …). `${event.…}` inserts a value of the event: `body`, `headers` and `query` of a request, `key`, `size`, `etag` and `url` of an object, or the webhook payload of a job.',
  examples: [{ text: 'Order ${event.body.order.id}' }],
});
const statuses = Type.Array(Type.Enum(['succeeded', 'failed', 'cancelled']), {
  minItems: 1,
  uniqueItems: true,
  description: 'How the job of the other agent ended. Default: succeeded.',
});
const header = Type.String({ minLength: 1, maxLength: 200 });

export const TriggerCondition = Type.Object({
  path: Type.String({ maxLength: 500, description: 'JSON pointer into the event.', examples: ['/body/order/total'] }),
  op: Type.Enum(['equals', 'not_equals', 'in', 'contains', 'exists', 'gt', 'lt']),
  value: Type.Optional(Type.Unknown({ description: 'The value to compare with. For `exists`: true or false.' })),
});
const condition = Type.Array(TriggerCondition, {
  maxItems: 50,
  description: 'All conditions must be true. Otherwise the event starts no job.',
});

const verifyKind = Type.Enum(['none', 'standard_webhooks', 'hmac_sha256'], {
  description:
    '`standard_webhooks`: headers webhook-id, webhook-timestamp and webhook-signature, not older than five minutes. `hmac_sha256`: HMAC-SHA256 of the body in hex or base64, in `header` after `prefix`.',
});
export const TriggerVerify = Type.Object({
  kind: verifyKind,
  secret: Nullable(Type.String({ description: '`********` if a secret is set. The secret is never shown.' })),
  header: Nullable(header),
  prefix: Nullable(Type.String({ maxLength: 100 })),
});
const verifyBody = Type.Object({
  kind: verifyKind,
  secret: Type.Optional(
    Nullable(
      Type.String({
        minLength: 1,
        maxLength: 255,
        writeOnly: true,
        description: '`********` keeps the current secret.',
      }),
    ),
  ),
  header: Type.Optional(Nullable(header)),
  prefix: Type.Optional(Nullable(Type.String({ maxLength: 100, examples: ['sha256='] }))),
});

export const TriggerRun = Type.Object({
  id: Uuid,
  at: Timestamp,
  delivery_id: Nullable(Type.String({ description: 'Id that the sender gave the event.' })),
  source_job_id: Nullable(Uuid),
  hops: Type.Integer({ description: 'Number of trigger jobs in the chain, including this one.' }),
  job_id: Nullable(Uuid),
  case_alert_id: Nullable(Uuid),
  outcome: Type.Enum(['started', 'skipped', 'failed', 'waiting']),
  reason: Nullable(Type.String({ description: 'Why nothing was started or sent.' })),
});
export const TriggerRunPage = Page(TriggerRun);

export const Trigger = Type.Object({
  id: Uuid,
  name,
  kind,
  agent_id: Nullable(Type.String({ format: 'uuid', description: 'The agent that it runs.' })),
  agent_version_id: Nullable(Uuid),
  case_queue_id: Nullable(Type.String({ format: 'uuid', description: 'The case queue that it sends alerts to.' })),
  mapping: JsonObject,
  condition: Nullable(condition),
  enabled: Type.Boolean(),
  disabled_reason: Nullable(Type.String({ description: 'Why the service turned it off.' })),
  url: Nullable(
    Type.String({
      description:
        'For kind http: the address that accepts events. Anyone who knows it can send events. Viewers do not see it.',
      examples: ['https://errand.example.com/hooks/3q2-7w/'],
    }),
  ),
  verify: Nullable(TriggerVerify),
  id_header: Nullable(header),
  source_agent_id: Nullable(Uuid),
  statuses: Nullable(statuses),
  connection_id: Nullable(Uuid),
  prefix: Nullable(Type.String()),
  last_run: Nullable(TriggerRun),
  created_by: Nullable(Type.Integer({ description: 'User id.' })),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export const TriggerPage = Page(Trigger);

const settings = {
  agent_id: Type.Optional(Nullable(Type.String({ format: 'uuid', description: 'The agent to run.' }))),
  case_queue_id: Type.Optional(
    Nullable(Type.String({ format: 'uuid', description: 'Instead of agent_id: the case queue to send an alert to.' })),
  ),
  agent_version_id: Type.Optional(Nullable(Uuid)),
  mapping: Type.Optional(mapping),
  condition: Type.Optional(Nullable(condition)),
  enabled: Type.Optional(Type.Boolean()),
  verify: Type.Optional(Nullable(verifyBody)),
  id_header: Type.Optional(Nullable(header)),
  source_agent_id: Type.Optional(Nullable(Uuid)),
  statuses: Type.Optional(Nullable(statuses)),
  connection_id: Type.Optional(Nullable(Uuid)),
  prefix: Type.Optional(Nullable(Type.String({ maxLength: 1_000 }))),
};
export const TriggerCreateBody = Type.Object(
  { name, kind, ...settings },
  {
    examples: [{ name: 'Orders from the shop', kind: 'http', agent_id: '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d' }],
  },
);
export const TriggerUpdateBody = Type.Object({
  name: Type.Optional(name),
  kind: Type.Optional(kind),
  ...settings,
});

export const TriggerListQuery = Type.Object({
  kind: Type.Optional(kind),
  agent_id: Type.Optional(Type.String({ format: 'uuid', description: 'Only triggers that run this agent.' })),
  enabled: Type.Optional(Type.Enum(['true', 'false'], { description: 'Filters by whether they are enabled.' })),
  search: Type.Optional(Type.String({ description: 'Part of the name.', examples: ['order'] })),
  page: Type.Optional(PageNumber),
  page_size: Type.Optional(PageSize),
});

export const TriggerTestBody = Type.Object({
  event: Type.Record(Type.String(), Type.Unknown(), {
    description: 'A sample event in the form that templates use.',
    examples: [{ body: { order: { id: 'A-17' } } }],
  }),
});
export const TriggerTestAnswer = Type.Object({
  starts: Type.Boolean({ description: 'Whether such an event would start a job or send an alert.' }),
  condition: Type.Object({
    holds: Type.Boolean(),
    failed: Type.Array(
      Type.Object({ path: Type.String(), op: Type.String(), value: Type.Unknown(), found: Type.Unknown() }),
    ),
  }),
  inputs: JsonObject,
  problems: Type.Array(Type.String({ description: 'Why the agent or the case queue would refuse the inputs.' })),
});

export const HookAnswer = Type.Object({
  job_id: Nullable(Uuid),
  case_alert_id: Type.Optional(Type.String({ format: 'uuid', description: 'The alert, if it went to a case queue.' })),
  skipped: Type.Optional(Type.Enum(['condition', 'disabled'], { description: 'Why nothing was started or sent.' })),
});
