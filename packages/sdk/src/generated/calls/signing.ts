// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions } from '../../transport/options.ts';
import type { AuditHead } from '../types/organizations.ts';
import type { SigningKey } from '../types/proofs.ts';

export interface SigningCalls {
  /**
   * Retrieve signing keys. Returns the public keys of the organization. Save the response as a file for `errand
   * case verify FILE --key KEYS`.
   */
  key(organizationId: string, options?: CallOptions): Promise<SigningKey>;
  /**
   * Signed end of the audit chain. Store it elsewhere. With it you can prove later whether earlier entries were
   * changed or removed.
   */
  auditHead(organizationId: string, options?: CallOptions): Promise<AuditHead>;
  /**
   * Replace the signing key. A new key signs from now on. The private part of the previous key is deleted. Its
   * signatures can still be verified.
   */
  rotate(organizationId: string, options?: CallOptions): Promise<SigningKey>;
}
