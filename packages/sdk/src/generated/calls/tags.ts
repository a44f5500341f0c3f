// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, KeyedOptions } from '../../transport/options.ts';
import type { Tag, TagCreateBody, TagUpdateBody } from '../types/tags.ts';

export interface TagsCalls {
  /** List tags. Lists the tags of the organization by name, with the number of agents for each. */
  list(options?: CallOptions): Promise<Tag[]>;
  /** Create a tag. Tag names are unique in the organization, regardless of case. */
  create(body: TagCreateBody, options?: KeyedOptions): Promise<Tag>;
  /** Update a tag. Changes the name or color everywhere the tag is used. Omitted fields stay unchanged. */
  update(tagId: string, body?: TagUpdateBody, options?: CallOptions): Promise<Tag>;
  /** Delete a tag. Removes the tag from all agents. */
  delete(tagId: string, options?: CallOptions): Promise<void>;
}
