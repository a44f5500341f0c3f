// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, KeyedOptions, QueryOf } from '../../transport/options.ts';
import type { PagedCall } from '../../transport/pages.ts';
import type { VersionListQuery } from '../types/agents.ts';
import type { ApiKeyBody, ApiKeyPage, ApiKeyRotation, CreatedApiKey } from '../types/organizations.ts';

export interface ApiKeysCalls {
  /** List API keys. Lists keys that are not revoked, newest first, without their secrets. */
  list: PagedCall<
    (organizationId: string, query?: QueryOf<VersionListQuery>, options?: CallOptions) => Promise<ApiKeyPage>
  >;
  /**
   * Create an API key. The caller becomes the owner of the key. Only this response shows the key. `scopes` hold it
   * to fewer things than its role allows; nobody hands on a scope that they lack.
   */
  create(organizationId: string, body: ApiKeyBody, options?: KeyedOptions): Promise<CreatedApiKey>;
  /**
   * Rotate an API key. Replaces the secret of a key and shows the new one, only here. The key keeps its id, role,
   * scopes, budgets and history. The secret of now works beside it for `overlap_hours`; one from an earlier
   * rotation ends. Personal keys are renewed by signing in again.
   */
  rotate(organizationId: string, keyId: string, body?: ApiKeyRotation, options?: KeyedOptions): Promise<CreatedApiKey>;
  /** Revoke an API key. Takes effect immediately in this process and within 5 seconds in all others. */
  revoke(organizationId: string, keyId: string, options?: CallOptions): Promise<void>;
}
