import { Type } from 'typebox';
import { Nullable, Timestamp, Uuid } from './values.ts';

// Recent stats of an organization's agents.

const groups = {
  succeeded: Type.Integer({ description: 'SUCCESS and CACHED.' }),
  failed: Type.Integer(),
  cancelled: Type.Integer(),
  cost: Type.Number({ description: 'USD.' }),
};
const latency = {
  p50_ms: Nullable(
    Type.Number({
      description: 'Time from creation to end of jobs that succeeded without the cache. Accurate to 2.5 %.',
    }),
  ),
  p95_ms: Nullable(Type.Number()),
};

export const Activity = Type.Object({
  from: Timestamp,
  to: Timestamp,
  bucket_seconds: Type.Integer({ examples: [3600] }),
  complete: Type.Boolean({
    description: 'False while older jobs are still being counted, for example in the first minutes after an upgrade.',
  }),
  totals: Type.Object({
    ...groups,
    ...latency,
    waiting_p50_ms: Nullable(Type.Number({ description: 'Time from creation to the first start of jobs that ran.' })),
    waiting_p95_ms: Nullable(Type.Number()),
    in_flight: Type.Integer({ description: 'Queued, running and retrying jobs, now.' }),
    waiting: Type.Integer({ description: 'Jobs that wait for a person, an event, a time or a provider, now.' }),
  }),
  agents: Type.Array(
    Type.Object({
      agent_id: Uuid,
      ...groups,
      ...latency,
      in_flight: Type.Integer({
        description: 'Queued, running and retrying jobs, now. With `waiting`, counted up to 10000.',
      }),
      waiting: Type.Integer({ description: 'Jobs that wait, now.' }),
      last_status: Nullable(Type.Integer({ description: 'Status of the job that ended last.' })),
    }),
    { description: 'Agents with jobs in the requested period. Agents with the newest jobs come first.' },
  ),
  buckets: Type.Array(Type.Object({ agent_id: Uuid, at: Timestamp, ...groups }), {
    description: 'One item per agent and time bucket, by the time the jobs were accepted. Empty buckets are omitted.',
  }),
});

const hours = (byDefault: number) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: 24 * 92, description: `How far back. Default ${byDefault}.` }));

export const ActivityQuery = Type.Object({
  hours: hours(24),
  created_from: Type.Optional(
    Type.String({ format: 'date-time', description: 'Only jobs accepted at this time or later. Replaces `hours`.' }),
  ),
  created_to: Type.Optional(
    Type.String({ format: 'date-time', description: 'Only jobs accepted before this time. Default: now.' }),
  ),
  bucket_seconds: Type.Optional(
    Type.Integer({
      minimum: 60,
      maximum: 7 * 86_400,
      description: 'Default: about 1/24 of the period. At most 400 buckets. Days start at midnight UTC.',
    }),
  ),
  agent_id: Type.Optional(
    Type.Array(Type.String({ format: 'uuid', maxLength: 36 }), { maxItems: 100, description: 'Only these agents.' }),
  ),
});

const worked = {
  worked_p50_ms: Nullable(
    Type.Number({
      description:
        'Time from the first start to the end, without queueing and waiting, of those among the newest 1,000 jobs of the agent that succeeded without the cache.',
    }),
  ),
  worked_p95_ms: Nullable(Type.Number()),
};

export const VersionActivity = Type.Object({
  from: Timestamp,
  to: Timestamp,
  complete: Type.Boolean({ description: 'False while older jobs are still being counted.' }),
  versions: Type.Array(Type.Object({ agent_version_id: Uuid, ...groups, ...latency, ...worked }), {
    description: 'Versions with jobs in the requested period.',
  }),
  models: Type.Array(
    Type.Object({
      model: Type.String({ examples: ['gpt-4.1-2025-04-14'] }),
      jobs: Type.Integer({ description: 'Jobs in which it was asked.' }),
      escalated_jobs: Type.Integer({
        description:
          'Those of them in which it was the first to be asked because the values of another model were not trusted.',
      }),
      cost: Type.Number({ description: 'USD.' }),
      own_key_cost: Type.Number({ description: 'The part of it that was paid with keys of the organization.' }),
    }),
    { description: 'The models that were asked, most used first.' },
  ),
});

export const VersionActivityQuery = Type.Object({ hours: hours(720) });
