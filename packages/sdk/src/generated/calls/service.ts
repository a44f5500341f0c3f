// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, QueryOf } from '../../transport/options.ts';
import type { DescriptionQuery, Liveness, Readiness } from '../types/service.ts';

export interface ServiceCalls {
  /** Is the process alive? Responds as long as the process can respond at all; it checks nothing else. */
  health(options?: CallOptions): Promise<Liveness>;
  /**
   * Can the process do its work? Told from memory: the database is written to, and the storage looked at, in the
   * background. 503 when this process could not do its work for more than 30 seconds, and from the beginning of a
   * stop on. A storage or a provider of models that does not respond is told, but does not make it 503.
   */
  ready(options?: CallOptions): Promise<Readiness>;
  /**
   * Metrics for Prometheus. Requests, jobs, webhooks, workers and connections in the text format of Prometheus,
   * from memory. With ERRAND_METRICS_TOKEN it needs that token as a bearer; with ERRAND_INTERNAL_PORT or
   * ERRAND_METRICS_PORT it is on that port only, and 404 here.
   */
  metrics(options?: CallOptions): Promise<string>;
  /**
   * This description. OpenAPI 3.1, made from the schemas that check the requests, with what webhooks send. Whole
   * it is large: `tag` gives the operations of one kind.
   */
  description(query?: QueryOf<DescriptionQuery>, options?: CallOptions): Promise<Record<string, unknown>>;
  /**
   * The documentation. Tutorial, guides, samples of every operation and the errors, with a search. Every page is
   * Markdown too: `/docs/agents.md`.
   */
  docs(options?: CallOptions): Promise<string>;
  /**
   * The documentation for programs. What this service is, the shortest way to use it, and the addresses of all
   * pages as Markdown.
   */
  llms(options?: CallOptions): Promise<string>;
  /** The API viewer. This description as a page to try things out. It loads nothing from other servers. */
  reference(options?: CallOptions): Promise<string>;
  /**
   * The console. A page for people, which calls this API with the credential of the signed-in user. A client that
   * does not accept HTML gets the addresses of the documentation as JSON.
   */
  console(options?: CallOptions): Promise<string>;
}
