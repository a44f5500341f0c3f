import { Type } from 'typebox';
import { Nullable, Timestamp, Uuid } from './values.ts';

// Webhooks that are delivered by listening: whoever listens pulls the deliveries and posts them to an address of its own.

export const ListenerBody = Type.Object({
  agent_ids: Type.Optional(
    Nullable(
      Type.Array(Uuid, { minItems: 1, description: 'Whose jobs are reported. Default: every agent there is now.' }),
    ),
  ),
  name: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 255 }))),
  secret: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 255, description: 'Default: a new one.' }))),
});

export const PullBody = Type.Object({
  ack: Type.Optional(
    Type.Array(Uuid, { maxItems: 1_000, description: 'Ids of events that were received: they do not come again.' }),
  ),
  wait: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 30, description: 'Seconds to wait for an event if there is none.' }),
  ),
});

export const PulledEvents = Type.Object({
  events: Type.Array(
    Type.Object({
      id: Type.String({ format: 'uuid', description: 'The `webhook-id`.' }),
      headers: Type.Record(Type.String(), Type.String(), { description: 'As a delivery has them, signed.' }),
      body: Type.String({ description: 'Post it as it is: the signature covers it.' }),
      created_at: Timestamp,
    }),
    { description: 'Oldest first, at most 100.' },
  ),
  expires_at: Type.String({ format: 'date-time', description: 'The listener ends then, unless it pulls before.' }),
});
