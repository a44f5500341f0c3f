import { Type } from 'typebox';
import { Nullable, Timestamp, Uuid } from './values.ts';

export const UsageQuery = Type.Object({
  bucket: Type.Optional(Type.Enum(['hour', 'day'], { description: 'Default day.' })),
  created_from: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'Default: 30 days before created_to, or one day with hourly buckets.',
    }),
  ),
  created_to: Type.Optional(Type.String({ format: 'date-time', description: 'Default: now.' })),
});

export const UsageRow = Type.Object({
  starts_at: Timestamp,
  agent_id: Uuid,
  agent_name: Type.String(),
  jobs: Type.Integer({ description: 'Accepted jobs, regardless of outcome.' }),
  succeeded: Type.Integer(),
  cached: Type.Integer(),
  failed: Type.Integer(),
  cancelled: Type.Integer(),
  cost: Type.Number({ description: 'USD.' }),
  input_tokens: Type.Number(),
  output_tokens: Type.Number(),
  duration_p50_ms: Nullable(Type.Number({ description: 'Of jobs that ran and ended. Accurate to 2.5 %.' })),
  duration_p95_ms: Nullable(Type.Number()),
});

export const Usage = Type.Object({
  bucket: Type.Enum(['hour', 'day']),
  created_from: Timestamp,
  created_to: Timestamp,
  complete: Type.Boolean({
    description: 'False while older jobs are still being counted, for example in the first minutes after an upgrade.',
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
  compare: Type.Optional(
    Type.Boolean({ description: 'If true, includes the cost of the previous period of the same length.' }),
  ),
});

export const Costs = Type.Object({
  by: Type.String(),
  created_from: Timestamp,
  created_to: Timestamp,
  complete: Type.Boolean({
    description:
      'False if jobs before `searched_to` are archived or were not counted (grouping by metadata), or while older jobs are still being counted, for example in the first minutes after an upgrade.',
  }),
  searched_to: Nullable(Type.String({ format: 'date-time' })),
  left_out: Type.Integer({ description: 'Number of further values.' }),
  results: Type.Array(
    Type.Object({
      value: Type.String({ description: 'Id, model, or value of the metadata.' }),
      label: Type.String(),
      jobs: Type.Integer(),
      cost: Type.Number({ description: 'Cost in USD. When grouped by model: the cost of its calls.' }),
      own_key_cost: Nullable(
        Type.Number({
          description:
            'When grouped by model: the part of the cost that was paid with keys of the organization, so without credits.',
        }),
      ),
      escalated_jobs: Nullable(
        Type.Integer({
          description:
            'When grouped by model: jobs in which it was the first to be asked because the values of another model were not trusted.',
        }),
      ),
      cost_before: Nullable(Type.Number({ description: 'USD in the previous period. Null if not requested.' })),
    }),
    {
      description:
        'Most expensive first, at most 200. With `compare`, also values that had a cost only in the previous period.',
    },
  ),
});
