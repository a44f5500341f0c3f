// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions } from '../../transport/options.ts';
import type { Liveness, Readiness } from '../types/service.ts';

export interface ServiceCalls {
  /** Is the process alive? Responds as long as the process can respond at all; it checks nothing else. */
  health(options?: CallOptions): Promise<Liveness>;
  /**
   * Can the process do its work? Checks the database, the storage and the queue, each for at most 5 seconds. 503
   * when one of them fails; the log and `errand doctor` say why.
   */
  ready(options?: CallOptions): Promise<Readiness>;
  /** Metrics for Prometheus. Requests, jobs, webhooks and workers in the text format of Prometheus. */
  metrics(options?: CallOptions): Promise<string>;
  /** This description. OpenAPI 3.1, made from the schemas that check the requests. */
  description(options?: CallOptions): Promise<Record<string, unknown>>;
  /** The readable reference. This description as a page for people. It loads nothing from other servers. */
  reference(options?: CallOptions): Promise<string>;
  /** The console. A page for people. It calls this API with the credential of the signed-in user. */
  console(options?: CallOptions): Promise<string>;
}
