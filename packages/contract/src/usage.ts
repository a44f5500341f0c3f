import { Type } from 'typebox';
import { Nullable, Timestamp, Uuid } from './values.ts';

export const UsageQuery = Type.Object({
  bucket: Type.Optional(Type.Enum(['hour', 'day'], { description: 'Default day.' })),
  created_from: Type.Optional(
    Type.String({ format: 'date-time', description: 'Default: 30 days before created_to, one day by hour.' }),
  ),
  created_to: Type.Optional(Type.String({ format: 'date-time', description: 'Default: now.' })),
});

export const UsageRow = Type.Object({
  starts_at: Timestamp,
  agent_id: Uuid,
  agent_name: Type.String(),
  jobs: Type.Integer({ description: 'Accepted jobs, whatever their outcome.' }),
  succeeded: Type.Integer(),
  cached: Type.Integer(),
  failed: Type.Integer(),
  cancelled: Type.Integer(),
  cost: Type.Number({ description: 'USD.' }),
  input_tokens: Type.Number(),
  output_tokens: Type.Number(),
  duration_p50_ms: Nullable(Type.Number({ description: 'Of jobs that ran to an end. Within 2.5 %.' })),
  duration_p95_ms: Nullable(Type.Number()),
});

export const Usage = Type.Object({
  bucket: Type.Enum(['hour', 'day']),
  created_from: Timestamp,
  created_to: Timestamp,
  complete: Type.Boolean({
    description: 'False: older jobs are still being counted, as in the first minutes after an upgrade.',
  }),
  results: Type.Array(UsageRow),
});

export const CostsQuery = Type.Object({
  by: Type.Optional(
    Type.String({
      maxLength: 220,
      description: '`agent` (default), `version`, `key`, `model`, or a key of the metadata as `metadata.customer`.',
      examples: ['model'],
    }),
  ),
  created_from: Type.Optional(Type.String({ format: 'date-time', description: 'Default: 30 days before created_to.' })),
  created_to: Type.Optional(Type.String({ format: 'date-time', description: 'Default: now.' })),
  compare: Type.Optional(Type.Boolean({ description: 'true: with the cost of the period before, which is as long.' })),
});

export const Costs = Type.Object({
  by: Type.String(),
  created_from: Timestamp,
  created_to: Timestamp,
  complete: Type.Boolean({
    description:
      'False: jobs before `searched_to` were not counted, by a key of the metadata, or are archived; or older jobs are still being counted, as in the first minutes after an upgrade.',
  }),
  searched_to: Nullable(Type.String({ format: 'date-time' })),
  left_out: Type.Integer({ description: 'How many further values there are.' }),
  results: Type.Array(
    Type.Object({
      value: Type.String({ description: 'Id, model, or value of the metadata.' }),
      label: Type.String(),
      jobs: Type.Integer(),
      cost: Type.Number({ description: 'USD. By model: of its calls.' }),
      cost_before: Nullable(Type.Number({ description: 'USD in the period before; null when it was not asked for.' })),
    }),
    { description: 'The most expensive first, at most 200; with `compare` also those that had a cost before only.' },
  ),
});
