// Made from packages/contract by `npm run generate`. Change the contract, not this file.

export type ApiDescription = Record<string, unknown>;

export type DescriptionQuery = {
  /** Returns only the operations of this tag, such as agents. */
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
   * `degraded`: something is wrong, but this process can still take requests. `unavailable`: it cannot, and the
   * HTTP status is 503.
   */
  status: 'ok' | 'degraded' | 'unavailable';
  /**
   * `ok`, or why the database accepts no writes: unreachable, recovering, read_only, full, locked, commit_stalled.
   */
  database: string;
  /** `ok`, or the problem: full, stalled, unreachable, failed. Affects only runs with files. */
  storage: string;
  /** `ok`, `silent` if this process could not renew its lease, or `stopping`. */
  queue: string;
  /** One sentence per problem. */
  problems: string[];
};
