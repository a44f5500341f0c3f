// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, KeyedOptions, QueryOf } from '../../transport/options.ts';
import type { PagedCall } from '../../transport/pages.ts';
import type { VersionListQuery } from '../types/agents.ts';
import type { ApiKeyBody, ApiKeyPage, CreatedApiKey } from '../types/organizations.ts';

export interface ApiKeysCalls {
  /** List API keys. Lists keys that are not revoked, newest first, without their secrets. */
  list: PagedCall<
    (organizationId: string, query?: QueryOf<VersionListQuery>, options?: CallOptions) => Promise<ApiKeyPage>
  >;
  /** Create an API key. The caller becomes the owner of the key. Only this response shows the key. */
  create(organizationId: string, body: ApiKeyBody, options?: KeyedOptions): Promise<CreatedApiKey>;
  /** Revoke an API key. Takes effect immediately in this process and within 5 seconds in all others. */
  revoke(organizationId: string, keyId: string, options?: CallOptions): Promise<void>;
}
