// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, KeyedOptions, QueryOf } from '../../transport/options.ts';
import type { PagedCall } from '../../transport/pages.ts';
import type {
  CaseNetwork,
  CaseNetworkQuery,
  CaseTransactionPage,
  CaseTransactionQuery,
  DetectionRun,
  DetectionRunBody,
  DetectionRunPage,
  DetectionRunQuery,
  TransactionSource,
  TransactionSourceBody,
} from '../types/transactions.ts';

export interface TransactionsCalls {
  /**
   * Retrieve where the transactions of a queue are. The table, its columns, and the rules that look for patterns.
   * 404 if nothing is set.
   */
  getSource(caseQueueId: string, options?: CallOptions): Promise<TransactionSource>;
  /**
   * Set where the transactions of a queue are. Cases of the queue then show the transactions and the network of
   * their subject.
   */
  setSource(caseQueueId: string, body: TransactionSourceBody, options?: CallOptions): Promise<TransactionSource>;
  /** Forget where the transactions of a queue are. The table stays. Alerts of earlier runs stay. */
  deleteSource(caseQueueId: string, options?: CallOptions): Promise<void>;
  /**
   * Look for patterns in the transactions of a queue. Runs the rules over all rows and sends an alert for each
   * finding. A finding that an earlier run has sent is counted and not sent again.
   */
  detect(caseQueueId: string, body?: DetectionRunBody, options?: KeyedOptions): Promise<DetectionRun>;
  /** List detection runs. Newest first. */
  listRuns: PagedCall<(query?: QueryOf<DetectionRunQuery>, options?: CallOptions) => Promise<DetectionRunPage>>;
  /** Progress of a detection run. What each rule found, and how many alerts were sent. */
  getRun(detectionRunId: string, options?: CallOptions): Promise<DetectionRun>;
  /**
   * List the transactions of the subject of a case. With figures over all rows that fit, and the SQL that selects
   * them. Nothing is cut in silence.
   */
  list: PagedCall<
    (deskCaseId: string, query?: QueryOf<CaseTransactionQuery>, options?: CallOptions) => Promise<CaseTransactionPage>
  >;
  /**
   * Network of a case. Accounts that the subject pays or is paid by, identifiers that other cases share, and
   * patterns with the SQL behind each.
   */
  network(deskCaseId: string, query?: QueryOf<CaseNetworkQuery>, options?: CallOptions): Promise<CaseNetwork>;
}
