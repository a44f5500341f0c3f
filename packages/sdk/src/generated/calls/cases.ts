// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions } from '../../transport/options.ts';

export interface CasesCalls {
  /**
   * Case file of a job. Everything that a finished job was decided from and by, with the hash of each file, signed
   * with the key of the organization.
   */
  file(jobId: string, options?: CallOptions): Promise<Blob>;
}
