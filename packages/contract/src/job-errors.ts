import { Type } from 'typebox';
import { Nullable, Timestamp, Uuid } from './values.ts';

export const JobErrorsQuery = Type.Object({
  created_from: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'Accepted at this time or later. Default: 7 days before created_to.',
    }),
  ),
  created_to: Type.Optional(Type.String({ format: 'date-time', description: 'Default: now.' })),
  agent_id: Type.Optional(Type.String({ format: 'uuid', description: 'Failures of this agent.' })),
});

export const JobErrors = Type.Object({
  searched_to: Nullable(
    Type.String({
      format: 'date-time',
      description: 'Jobs accepted before are archived and not counted. Null: all are.',
    }),
  ),
  created_from: Timestamp,
  created_to: Timestamp,
  results: Type.Array(
    Type.Object({
      code: Type.String({
        description: 'Of the error catalogue: /docs/errors/{code}/.',
        examples: ['errand.jobs.timeout'],
      }),
      count: Type.Integer({ description: 'Counted up to 10,000.' }),
      complete: Type.Boolean({ description: 'False: there are more.' }),
      first_seen: Type.String({ format: 'date-time', description: 'In the period; of those that were counted.' }),
      last_seen: Timestamp,
      last_job_id: Uuid,
      cause: Type.String(),
      remedy: Type.String(),
      agents: Type.Array(Type.Object({ agent_id: Uuid, agent_name: Type.String(), count: Type.Integer() }), {
        description: 'The agents that failed most, at most 5.',
      }),
      messages: Type.Array(Type.Object({ message: Type.String(), count: Type.Integer() }), {
        description: 'The most frequent texts of the newest 200, at most 3.',
      }),
    }),
    { description: 'The most frequent first.' },
  ),
});
