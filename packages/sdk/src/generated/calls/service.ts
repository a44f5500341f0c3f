// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, QueryOf } from '../../transport/options.ts';
import type { DescriptionQuery, Liveness, Readiness } from '../types/service.ts';

export interface ServiceCalls {
  /** Is the process alive? Responds as long as the process can respond at all; it checks nothing else. */
  health(options?: CallOptions): Promise<Liveness>;
  /**
   * Can the process do its work? Responds from memory: background checks write to the database and probe the
   * storage. 503 if this process could not work for more than 30 seconds, or while it stops. A storage or model
   * provider that does not respond is reported without a 503.
   */
  ready(options?: CallOptions): Promise<Readiness>;
  /**
   * Metrics for Prometheus. Returns figures about requests, jobs, webhooks, workers and connections from memory.
   * If ERRAND_METRICS_TOKEN is set, send it as the bearer token. If ERRAND_INTERNAL_PORT or ERRAND_METRICS_PORT is
   * set, metrics are only on that port, and 404 here.
   */
  metrics(options?: CallOptions): Promise<string>;
  /**
   * This description. OpenAPI 3.1, generated from the schemas that validate requests, including webhook payloads.
   * The complete document is large: `tag` returns the operations of one tag.
   */
  description(query?: QueryOf<DescriptionQuery>, options?: CallOptions): Promise<Record<string, unknown>>;
  /**
   * The documentation. Tutorial, guides, samples of every operation and errors, with search. Every page is also
   * available as Markdown: `/docs/agents.md`.
   */
  docs(options?: CallOptions): Promise<string>;
  /**
   * The documentation for programs. Says what this service is and how to start, and lists the addresses of all
   * pages as Markdown.
   */
  llms(options?: CallOptions): Promise<string>;
  /**
   * The API viewer. A page to read this description and try requests. It loads nothing from other servers.
   */
  reference(options?: CallOptions): Promise<string>;
  /**
   * The console. The web console calls this API with the credential of the signed-in user. A client that does not
   * accept HTML gets the addresses of the documentation as JSON.
   */
  console(options?: CallOptions): Promise<string>;
}
