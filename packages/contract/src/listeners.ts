import { Type } from 'typebox';
import { Nullable, Timestamp, Uuid } from './values.ts';

// Listeners on the wire: temporary webhooks whose client pulls the deliveries and posts them to a local address.

export const ListenerBody = Type.Object({
  agent_ids: Type.Optional(
    Nullable(
      Type.Array(Uuid, { minItems: 1, description: 'Agents whose jobs are reported. Default: all current agents.' }),
    ),
  ),
  name: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 255 }))),
  secret: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 255, description: 'Default: a new secret.' }))),
});

export const PullBody = Type.Object({
  ack: Type.Optional(
    Type.Array(Uuid, { maxItems: 1_000, description: 'Ids of received events. They are not sent again.' }),
  ),
  wait: Type.Optional(Type.Integer({ minimum: 0, maximum: 30, description: 'Seconds to wait for an event.' })),
});

export const PulledEvents = Type.Object({
  events: Type.Array(
    Type.Object({
      id: Type.String({ format: 'uuid', description: 'The `webhook-id`.' }),
      headers: Type.Record(Type.String(), Type.String(), { description: 'The signed headers of the delivery.' }),
      body: Type.String({ description: 'Forward the body unchanged: the signature covers it.' }),
      created_at: Timestamp,
    }),
    { description: 'Oldest first, at most 100.' },
  ),
  expires_at: Type.String({
    format: 'date-time',
    description: 'The listener ends at this time unless it pulls before.',
  }),
});
