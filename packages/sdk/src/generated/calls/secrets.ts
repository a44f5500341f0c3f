// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, QueryOf } from '../../transport/options.ts';
import type { PagedCall } from '../../transport/pages.ts';
import type { VersionListQuery } from '../types/agents.ts';
import type { Secret, SecretBody, SecretPage } from '../types/secrets.ts';

export interface SecretsCalls {
  /** List secrets. Lists the secrets of the organization and their uses, by name. Values are never shown. */
  list: PagedCall<(query?: QueryOf<VersionListQuery>, options?: CallOptions) => Promise<SecretPage>>;
  /**
   * Create or replace a secret. The value is stored encrypted. Use it in agent configurations as `${secret.NAME}`.
   * Jobs that start from now on use the new value.
   */
  set(secretName: string | number, body: SecretBody, options?: CallOptions): Promise<Secret>;
  /** Delete a secret. Fails with 409 and `used_by` while an agent version uses the secret. */
  delete(secretName: string | number, options?: CallOptions): Promise<void>;
}
