import { type Static, Type } from 'typebox';
import { Nullable } from './values.ts';

// Who caused something, on the wire.

export const actorKinds = ['person', 'key', 'trigger', 'schedule', 'job', 'system'] as const;

const link = {
  kind: Type.Enum([...actorKinds], {
    description:
      '`person`: signed in as themselves, in the console or with a personal key. `key`: a key of the organization, a machine. `trigger`, `schedule`, `job`: what started it. `system`: the service or its operator.',
  }),
  id: Nullable(Type.String({ description: 'Id of the trigger, schedule or job.' })),
  user_id: Nullable(
    Type.Integer({ description: 'The person; for a key its owner; for a trigger or schedule who changed it last.' }),
  ),
  key_id: Nullable(Type.String({ description: 'The API key.' })),
  name: Type.String({
    description: 'E-mail of the person, or name of the key, trigger or schedule.',
    examples: ['ada@example.com'],
  }),
  address: Nullable(Type.String({ description: 'Where the request of an HTTP trigger came from.' })),
  event: Nullable(Type.String({ description: 'Id of the event that the trigger received.' })),
};

export const ActorLink = Type.Object(link);
export type ActorLink = Static<typeof ActorLink>;

export const Actor = Type.Object(
  {
    ...link,
    chain: Type.Array(ActorLink, {
      description: 'What and who stands behind it, nearest first: source jobs, and people who changed or started it.',
    }),
  },
  { description: 'Who caused it.' },
);
export type Actor = Static<typeof Actor>;
