// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions } from '../../transport/options.ts';
import type { Tag, TagCreateBody, TagUpdateBody } from '../types/tags.ts';

export interface TagsCalls {
  /** List tags. The tags of the organization by name, with the number of agents that carry each. */
  list(options?: CallOptions): Promise<Tag[]>;
  /** Create a tag. Names of tags are unique in the organization, whatever their case. */
  create(body: TagCreateBody, options?: CallOptions): Promise<Tag>;
  /**
   * Update a tag. Changes name or color wherever the tag is used. Members that are left out do not change.
   */
  update(tagId: string, body?: TagUpdateBody, options?: CallOptions): Promise<Tag>;
  /** Delete a tag. Agents that carry it lose it. */
  delete(tagId: string, options?: CallOptions): Promise<void>;
}
