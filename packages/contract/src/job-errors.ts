import { Type } from 'typebox';
import { Nullable, Timestamp, Uuid } from './values.ts';

export const JobErrorsQuery = Type.Object({
  created_from: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'Only jobs accepted at this time or later. Default: 7 days before created_to.',
    }),
  ),
  created_to: Type.Optional(Type.String({ format: 'date-time', description: 'Default: now.' })),
  agent_id: Type.Optional(Type.String({ format: 'uuid', description: 'Only failures of this agent.' })),
});

export const JobErrors = Type.Object({
  searched_to: Nullable(
    Type.String({
      format: 'date-time',
      description: 'Jobs accepted before this time are archived and not counted. Null: all jobs were counted.',
    }),
  ),
  created_from: Timestamp,
  created_to: Timestamp,
  results: Type.Array(
    Type.Object({
      code: Type.String({
        description: 'Code from the error catalogue: /docs/errors/{code}/.',
        examples: ['errand.jobs.timeout'],
      }),
      count: Type.Integer({ description: 'Counted up to 10,000.' }),
      complete: Type.Boolean({ description: 'False if there are more.' }),
      first_seen: Type.String({
        format: 'date-time',
        description: 'First time in the period, among the counted jobs.',
      }),
      last_seen: Timestamp,
      last_job_id: Uuid,
      cause: Type.String(),
      remedy: Type.String(),
      agents: Type.Array(Type.Object({ agent_id: Uuid, agent_name: Type.String(), count: Type.Integer() }), {
        description: 'The agents with the most failures, at most 5.',
      }),
      messages: Type.Array(Type.Object({ message: Type.String(), count: Type.Integer() }), {
        description: 'The most frequent messages among the newest 200, at most 3.',
      }),
      causes: Type.Array(
        Type.Object({
          message: Type.String({ description: 'The newest message of this shape.' }),
          count: Type.Integer(),
          step: Nullable(Type.String({ description: 'The last step of the job. Null: it failed before its first.' })),
          model: Nullable(Type.String({ description: 'The model that the step asked.' })),
          last_job_id: Uuid,
          remedy: Type.String({ description: 'What to do about it.' }),
        }),
        { description: 'The newest 200 by shape of the message, step and model, the most frequent first, at most 5.' },
      ),
    }),
    { description: 'Most frequent first.' },
  ),
});
