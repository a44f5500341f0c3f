// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, QueryOf } from '../../transport/options.ts';
import type { PagedCall } from '../../transport/pages.ts';
import type { VersionListQuery } from '../types/agents.ts';
import type { Secret, SecretBody, SecretPage } from '../types/secrets.ts';

export interface SecretsCalls {
  /** List secrets. Names and uses of the secrets of the organization, by name. Values are never shown. */
  list: PagedCall<(query?: QueryOf<VersionListQuery>, options?: CallOptions) => Promise<SecretPage>>;
  /**
   * Create or replace a secret. Stored encrypted. `${secret.NAME}` in the configuration of an agent stands for it;
   * jobs that start from now on use the new value.
   */
  set(secretName: string | number, body: SecretBody, options?: CallOptions): Promise<Secret>;
  /** Delete a secret. 409 with `used_by` while a version of an agent refers to it. */
  delete(secretName: string | number, options?: CallOptions): Promise<void>;
}
