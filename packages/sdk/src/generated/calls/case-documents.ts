// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, KeyedOptions } from '../../transport/options.ts';
import type { CaseDocument } from '../types/case-desk.ts';

export interface CaseDocumentsCalls {
  /**
   * Add a document to a case. Any file. It is in the case file, and it is erased with the case. Only who sees the
   * case can read it.
   */
  add(deskCaseId: string, body: FormData, options?: KeyedOptions): Promise<CaseDocument>;
  /** Download a document of a case. Returns the bytes. Supports ranges. The audit log has who opened it. */
  content(deskCaseId: string, caseDocumentId: string, options?: CallOptions): Promise<Blob>;
  /**
   * Remove a document from a case. The content is erased; that it was there stays in the history. 409 while the
   * case is held or closed.
   */
  delete(deskCaseId: string, caseDocumentId: string, options?: CallOptions): Promise<void>;
}
