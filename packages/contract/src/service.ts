import { Type } from 'typebox';
import { JsonObject } from './values.ts';

// Health of the process on the wire.

export const Liveness = Type.Object({ status: Type.String({ examples: ['ok'] }) });
export const Readiness = Type.Object({
  status: Type.Enum(['ok', 'degraded', 'unavailable'], {
    description:
      '`degraded`: something is wrong, but this process can still take requests. `unavailable`: it cannot, and the HTTP status is 503.',
  }),
  database: Type.String({
    description:
      '`ok`, or why the database accepts no writes: unreachable, recovering, read_only, full, locked, commit_stalled.',
    examples: ['ok'],
  }),
  storage: Type.String({
    description: '`ok`, or the problem: full, stalled, unreachable, failed. Affects only runs with files.',
    examples: ['ok'],
  }),
  queue: Type.String({
    description: '`ok`, `silent` if this process could not renew its lease, or `stopping`.',
    examples: ['ok'],
  }),
  problems: Type.Array(Type.String(), {
    description: 'One sentence per problem.',
    examples: [['The storage does not respond in time. Runs without files go on.']],
  }),
});
export const ApiDescription = JsonObject;
export const DescriptionQuery = Type.Object({
  tag: Type.Optional(
    Type.String({ description: 'Returns only the operations of this tag, such as agents.', examples: ['agents'] }),
  ),
});

/** The response at the root path, for programs. */
export const Entrance = Type.Object({
  name: Type.String({ examples: ['Errand'] }),
  llms: Type.String({ description: 'Begin here.', examples: ['/llms.txt'] }),
  openapi: Type.String({ description: 'The API as data; `?tag=agents` gives a part.', examples: ['/openapi.json'] }),
  docs: Type.String({ description: 'The documentation for people.', examples: ['/docs/'] }),
});
