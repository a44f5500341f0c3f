// Made from packages/contract by `npm run generate`. Change the contract, not this file.

export type JobHeader = {
  /** The job of this response, once there is one. */
  'X-Agent-Job-Id': string;
};

export type RunForm = {
  /** Input values by key, a JSON object as text. */
  inputs?: string;
  /** A JSON object as text. Kept on the job. */
  metadata?: string;
  /** Timeout of one attempt, at most 7200. */
  timeout_seconds?: number;
  /** USD; once it is exceeded the job stops at its next step. */
  max_cost?: number;
};

export type RunHeaders = {
  /** The same key, path and body within 24 hours return the response of the first call. */
  'Idempotency-Key'?: string;
  /** `true`: do not read the cache; the fresh result replaces the entry. */
  'X-Skip-Cache'?: string;
};

export type RunMultipart = {
  /** Input values by key, a JSON object as text. */
  inputs?: string;
  /** A JSON object as text. Kept on the job. */
  metadata?: string;
  /** Timeout of one attempt, at most 7200. */
  timeout_seconds?: number;
  /** USD; once it is exceeded the job stops at its next step. */
  max_cost?: number;
};
