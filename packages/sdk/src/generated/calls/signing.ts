// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions } from '../../transport/options.ts';
import type { AuditHead } from '../types/organizations.ts';
import type { SigningKey } from '../types/proofs.ts';

export interface SigningCalls {
  /**
   * Keys that the organization signs with. Public parts only. Keep the answer as a file: `errand case verify FILE
   * --key KEYS` takes it.
   */
  key(organizationId: string, options?: CallOptions): Promise<SigningKey>;
  /**
   * Signed end of the audit chain. Keep it elsewhere: whoever holds it can tell whether entries before it were
   * altered or removed.
   */
  auditHead(organizationId: string, options?: CallOptions): Promise<AuditHead>;
  /**
   * Replace the signing key. A new key signs from now on. The one before loses its private part and still verifies
   * what it signed.
   */
  rotate(organizationId: string, options?: CallOptions): Promise<SigningKey>;
}
