import { type Static, Type } from 'typebox';
import { GivenId, Nullable, Timestamp, Uuid } from './values.ts';

// Tags of agents on the wire.

export const tagColors = ['blue', 'green', 'purple', 'orange', 'red', 'yellow', 'gray', 'pink'] as const;

export const Tag = Type.Object({
  id: Uuid,
  name: Type.String({ maxLength: 50, examples: ['production'] }),
  color: Type.Enum([...tagColors]),
  created_at: Timestamp,
  creator: Nullable(Type.Integer({ description: 'User id.' })),
  usage_count: Type.Integer({ description: 'How many agents carry the tag.' }),
});
export type Tag = Static<typeof Tag>;

export const TagCreateBody = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 50, examples: ['production'] }),
  color: Type.Optional(Type.Enum([...tagColors], { description: 'Default gray.' })),
});
export const TagUpdateBody = Type.Partial(TagCreateBody, { examples: [{ color: 'green' }] });
export const AgentTagsBody = Type.Object({
  tag_ids: Type.Array(GivenId, { maxItems: 100, description: 'The complete list. An empty list removes all tags.' }),
});
