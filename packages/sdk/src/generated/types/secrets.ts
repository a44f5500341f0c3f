// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { Page } from './values.ts';

export type Secret = {
  /** Used as `${secret.NAME}` in configurations. */
  name: string;
  created_at: string;
  updated_at: string;
  /** When a job last used the secret, accurate to the minute. */
  last_used_at: string | null;
  /** Agents with a version that uses the secret. */
  used_by: string[];
};

export type SecretBody = {
  /** At most 8 KiB. The value is never shown again. */
  value: string;
};

export type SecretPage = Page<Secret>;
