// Made from packages/contract by `npm run generate`. Change the contract, not this file.

export type JobHeader = {
  /** Id of the job behind this response, if there is one. */
  'X-Agent-Job-Id': string;
};

export type RunForm = {
  /** Input values by key, a JSON object as text. */
  inputs?: string;
  /** A JSON object as text. Stored with the job. */
  metadata?: string;
  /** Time limit of one attempt in seconds, at most 7200. */
  timeout_seconds?: number;
  /** Limit in USD. When it is exceeded, the job stops at its next step. */
  max_cost?: number;
  /** `batch`: calls of models may wait for the batch lane of their provider, at half the price. */
  lane?: 'normal' | 'batch';
  /**
   * `low`: runs after everything else of the organization, without deltas, and in the batch lane if the
   * organization prefers that. Only for asynchronous runs.
   */
  priority?: 'normal' | 'low';
  /** In the batch lane: when the job has to be done. Default 86400. */
  deadline_seconds?: number;
};

export type RunHeaders = {
  /** A repeated request with the same key, path and body within 24 hours returns the first response. */
  'Idempotency-Key'?: string;
  /** `true`: do not read the cache. The new result replaces the cached one. */
  'X-Skip-Cache'?: string;
};

export type RunMultipart = RunForm;
