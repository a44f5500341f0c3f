import { Type } from 'typebox';
import { JsonObject, Nullable, Page, Timestamp, Uuid } from './values.ts';

export const BatchBody = Type.Object(
  {
    inputs: Type.Array(JsonObject, {
      minItems: 1,
      description: 'At most 10,000 unless the operator sets another limit.',
    }),
    name: Type.Optional(Nullable(Type.String({ maxLength: 255 }))),
    metadata: Type.Optional(Type.Unknown()),
    max_cost: Type.Optional(
      Nullable(
        Type.Number({
          exclusiveMinimum: 0,
          maximum: 1_000_000,
          description: 'Limit in USD. When it is exceeded, no further row starts.',
        }),
      ),
    ),
    agent_version_id: Type.Optional(Nullable(Uuid)),
  },
  { examples: [{ name: 'Friday', inputs: [{ text: 'Ada' }, { text: 'Grace', metadata: { row: 2 } }], max_cost: 5 }] },
);

export const Batch = Type.Object({
  id: Uuid,
  agent_id: Uuid,
  name: Type.String(),
  total: Type.Integer(),
  counts: Type.Object({
    pending: Type.Integer(),
    started: Type.Integer(),
    retry: Type.Integer(),
    success: Type.Integer(),
    failure: Type.Integer(),
    cancelled: Type.Integer(),
    cached: Type.Integer(),
  }),
  waiting: Type.Integer({ description: 'How many of `counts.started` wait for a person, an event or a time.' }),
  left_out: Type.Optional(
    Type.Integer({
      description:
        'Jobs missing from `counts` because retention removed them or they are archived. A single batch counts its archived jobs, a list of batches does not.',
    }),
  ),
  cost: Type.Number(),
  max_cost: Nullable(Type.Number()),
  created_at: Timestamp,
  finished_at: Nullable(Timestamp),
  eta_seconds: Nullable(Type.Number()),
});
export const BatchPage = Page(Batch);

export const BatchQuery = Type.Object({
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 60,
      description: 'Seconds to wait for the end of the batch. The response then has its current progress.',
    }),
  ),
});
