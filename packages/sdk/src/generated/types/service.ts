// Made from packages/contract by `npm run generate`. Change the contract, not this file.

export type ApiDescription = Record<string, unknown>;

export type DescriptionQuery = {
  /** Describes the operations of one tag only, such as agents. */
  tag?: string;
};

export type Entrance = {
  name: string;
  /** Begin here. */
  llms: string;
  /** The API as data; `?tag=agents` gives a part. */
  openapi: string;
  /** The documentation for people. */
  docs: string;
};

export type Liveness = {
  status: string;
};

export type Readiness = {
  /**
   * degraded: something is wrong, but this process should get requests; unavailable: it should not, and the status
   * is 503.
   */
  status: 'ok' | 'degraded' | 'unavailable';
  /** `ok`, or why it takes no writes: unreachable, recovering, read_only, full, locked, commit_stalled. */
  database: string;
  /** `ok`, or what is wrong: full, stalled, unreachable, failed. Concerns runs with files only. */
  storage: string;
  /** `ok`, `silent` when this process could not renew its lease, or `stopping`. */
  queue: string;
  /** One sentence for each thing that is wrong. */
  problems: string[];
};
