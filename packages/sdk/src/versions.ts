import type { Calls } from './generated/calls/calls.ts';
import type { VersionsCalls } from './generated/calls/versions.ts';
import type { AgentVersion, VersionListQuery } from './generated/types/agents.ts';
import type { Page } from './generated/types/values.ts';
import type { CallOptions, QueryOf } from './transport/options.ts';

export interface VersionsClient extends Omit<VersionsCalls, 'list'> {
  /** Newest first, one page at a time. */
  list(agentId: string, query?: QueryOf<VersionListQuery>, options?: CallOptions): Promise<Page<AgentVersion>>;
}

export function createVersions({ versions }: Calls): VersionsClient {
  return {
    ...versions,
    // Without a page number the service returns a bare array.
    list: async (agentId, query, options) =>
      (await versions.list(agentId, { page: 1, ...query }, options)) as Page<AgentVersion>,
  };
}
