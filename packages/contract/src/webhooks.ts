import { Type } from 'typebox';
import { JsonObject, Nullable, Page, PageNumber, PageSize, Timestamp, Uuid } from './values.ts';

// Webhooks, deliveries and attempts on the wire.

export const deliveryKinds = [
  'job',
  'test',
  'resend',
  'waiting',
  'review_due',
  'alert',
  'case.opened',
  'case.assigned',
  'case.due',
  'case.decided',
  'promotion.proposed',
  'promotion.decided',
] as const;

const name = Type.String({ minLength: 1, maxLength: 255, examples: ['Invoices to the ERP'] });
const url = Type.String({
  minLength: 1,
  maxLength: 500,
  description: 'Where events are posted: http or https, on the public internet.',
  examples: ['https://example.com/hooks/errand'],
});
const secret = Type.String({
  minLength: 1,
  maxLength: 255,
  description:
    'The signing key: `whsec_` followed by base64 of 24 to 64 bytes, or any other text (its UTF-8 bytes are the key). Viewers see `***`.',
});
const headers = Type.Record(Type.String(), Type.String(), {
  description: 'Sent with each delivery.',
  examples: [{ 'X-Tenant': 'blue' }],
});
const events = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  maxItems: 50,
  description:
    'Events to send. Empty, `triggered` or `job_completed`: the end of a job. `waiting`: a job waits for a person or an event. `review_due`: a review is overdue. `case.opened`, `case.assigned`, `case.due`, `case.decided`: what happens to cases of the organization, whatever agents are linked. `promotion.proposed`, `promotion.decided`: a version that a second person has to approve before it becomes current.',
  examples: [['triggered']],
});
const alerts = Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
  maxItems: 1_000,
  description: 'Stored as sent.',
});

export const Webhook = Type.Object({
  id: Uuid,
  name,
  url,
  alerts,
  failure_count: Type.Integer({ description: 'Failed attempts since the last success.' }),
  created_by: Nullable(Type.Integer({ description: 'User id.' })),
  created_at: Timestamp,
  updated_at: Timestamp,
  secret,
  previous_secret_until: Nullable(Timestamp),
  headers,
  events,
  is_active: Type.Boolean(),
  disabled_reason: Nullable(Type.String({ description: 'Why the service turned it off.' })),
  last_triggered_at: Nullable(Timestamp),
  last_success_at: Nullable(Timestamp),
  last_failure_at: Nullable(Timestamp),
});

const optional = {
  secret: Type.Optional(Nullable(secret)),
  headers: Type.Optional(Nullable(headers)),
  events: Type.Optional(Nullable(events)),
  alerts: Type.Optional(Nullable(alerts)),
  is_active: Type.Optional(Nullable(Type.Boolean())),
};

export const WebhookReplaceBody = Type.Object({ name, url, ...optional });
export const WebhookCreateBody = Type.Object({
  name,
  url,
  ...optional,
  agent_ids: Type.Optional(
    Nullable(Type.Array(Uuid, { description: 'Links the webhook to these agents on creation: all or none.' })),
  ),
});
export const WebhookUpdateBody = Type.Object({ name: Type.Optional(name), url: Type.Optional(url), ...optional });

/** The body of a delivery. */
export const WebhookEvent = Type.Object({
  timestamp: Timestamp,
  agent: Type.Object({ id: Uuid, name: Type.String() }),
  agent_version: Type.Object({ id: Uuid, name: Type.String() }),
  job: Type.Object({
    id: Uuid,
    status: Type.Enum(['succeeded', 'failed', 'waiting']),
    status_code: Type.Integer({
      description: '3, 4 or 6. 5 if the event of a cancelled job is resent.',
      examples: [3],
    }),
    cost: Type.Number(),
    created_at: Timestamp,
    completed_at: Nullable(Timestamp),
    output: Type.Unknown({
      description:
        'The value of the only output (parsed if it is JSON), or an object with all outputs by key. Null after a failure.',
      examples: [{ total: 118 }],
    }),
    metadata: JsonObject,
    error_message: Type.Optional(Type.String({ description: 'Set after a failure.' })),
    output_truncated: Type.Optional(
      Type.Boolean({ description: 'If true, the output was too large. Read the result of the job instead.' }),
    ),
    metadata_truncated: Type.Optional(Type.Boolean({ description: 'If true, the metadata was too large.' })),
  }),
  organization: Type.Object({ id: Uuid, name: Type.String() }),
});

export const LinkBody = Type.Object({
  agent_ids: Type.Array(Uuid, { minItems: 1, description: 'At most 10,000 unless the operator sets another limit.' }),
});
export const LinkAnswer = Type.Object({ agent_ids: Type.Array(Uuid) });
export const LinkedAgent = Type.Object({ id: Uuid, name: Type.String() });

const delivery = {
  id: Type.String({ format: 'uuid', description: 'Also the `webhook-id` of every attempt.' }),
  webhook_id: Uuid,
  agent_id: Uuid,
  job_id: Nullable(Uuid),
  kind: Type.Enum([...deliveryKinds]),
  attempt: Type.Integer({ description: 'Attempts so far.' }),
  status: Type.Enum(['pending', 'succeeded', 'failed']),
  response_status: Nullable(Type.Integer()),
  error: Nullable(Type.String()),
  next_attempt_at: Nullable(Timestamp),
  created_at: Timestamp,
  delivered_at: Nullable(Timestamp),
};
export const Delivery = Type.Object(delivery);
export const DeliveryPage = Page(Delivery);
export const JobDelivery = Type.Object({ ...delivery, webhook_name: Type.String() });

const HeaderMap = Type.Record(Type.String(), Type.String());

export const DeliveryAttempt = Type.Object({
  attempt: Type.Integer(),
  at: Timestamp,
  url: Type.String(),
  request_headers: HeaderMap,
  response_status: Nullable(Type.Integer()),
  response_headers: Nullable(HeaderMap),
  response_body: Nullable(Type.String({ description: 'The first 4 KiB.' })),
  timing: Type.Object(
    {
      dns_ms: Nullable(Type.Number()),
      connect_ms: Nullable(Type.Number()),
      first_byte_ms: Nullable(Type.Number()),
      total_ms: Type.Number(),
    },
    { description: 'Null if the step was not reached or the connection was already open.' },
  ),
  failure: Nullable(
    Type.String({
      description:
        'address, dns, connection, tls, timeout, reset, protocol, too_large, redirect, status or internal. Null: success.',
    }),
  ),
  error: Nullable(Type.String()),
});

export const DeliveryDetail = Type.Object({
  ...delivery,
  request: Nullable(
    Type.Object({
      method: Type.String({ examples: ['POST'] }),
      url: Type.String(),
      headers: Type.Record(Type.String(), Type.String(), {
        description: 'Headers of the last attempt. Secrets are masked.',
      }),
      body: Nullable(
        Type.String({ description: 'The body of every attempt. Null after the data of the job was deleted.' }),
      ),
    }),
  ),
  attempts: Type.Array(DeliveryAttempt, { description: 'Oldest first, at most the last 100.' }),
});

export const DeliveryListQuery = Type.Object({
  page: Type.Optional(PageNumber),
  page_size: Type.Optional(PageSize),
  status: Type.Optional(
    Type.Enum(['pending', 'succeeded', 'failed'], { description: 'Only deliveries in this state.' }),
  ),
});

export const RecoverBody = Type.Object({ since: Timestamp });
export const RecoverAnswer = Type.Object({ queued: Type.Integer() });

export const TestAnswer = Type.Object({
  success: Type.Boolean(),
  status_code: Nullable(Type.Integer()),
  message: Type.String(),
});

export const ResendBody = Type.Object({ webhook_id: Type.Optional(Nullable(Uuid)) });
export const ResendAnswer = Type.Object({
  status: Type.String({ description: '`queued`, or `skipped` if there is no active webhook.' }),
  queued: Type.Integer(),
});
