import type { Calls } from './generated/calls/calls.ts';
import type { VersionsCalls } from './generated/calls/versions.ts';
import type { AgentVersion, VersionListQuery } from './generated/types/agents.ts';
import type { Page } from './generated/types/values.ts';
import type { CallOptions, QueryOf } from './transport/options.ts';
import { type PagedCall, readPages } from './transport/pages.ts';

export interface VersionsClient extends Omit<VersionsCalls, 'list'> {
  /** Lists versions, newest first, one page at a time. */
  list: PagedCall<
    (agentId: string, query?: QueryOf<VersionListQuery>, options?: CallOptions) => Promise<Page<AgentVersion>>
  >;
}

export function createVersions({ versions }: Calls): VersionsClient {
  // Without a page number the service returns a bare array.
  const list = async (agentId: string, query?: QueryOf<VersionListQuery>, options?: CallOptions) =>
    (await versions.list(agentId, { page: 1, ...query }, options)) as Page<AgentVersion>;
  const all: VersionsClient['list']['all'] = (agentId, query, options) =>
    readPages((one) => list(agentId, one, options), query);
  return { ...versions, list: Object.assign(list, { all }) };
}
