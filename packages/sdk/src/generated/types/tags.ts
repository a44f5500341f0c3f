// Made from packages/contract by `npm run generate`. Change the contract, not this file.

export type AgentTagsBody = {
  /** The complete list. An empty list removes all tags. */
  tag_ids: string[];
};

export type Tag = {
  id: string;
  name: string;
  color: 'blue' | 'green' | 'purple' | 'orange' | 'red' | 'yellow' | 'gray' | 'pink';
  created_at: string;
  /** User id. */
  creator: number | null;
  /** How many agents carry the tag. */
  usage_count: number;
};

export type TagCreateBody = {
  name: string;
  /** Default gray. */
  color?: 'blue' | 'green' | 'purple' | 'orange' | 'red' | 'yellow' | 'gray' | 'pink';
};

export type TagUpdateBody = {
  name?: string;
  /** Default gray. */
  color?: 'blue' | 'green' | 'purple' | 'orange' | 'red' | 'yellow' | 'gray' | 'pink';
};
