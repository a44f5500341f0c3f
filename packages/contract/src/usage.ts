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
