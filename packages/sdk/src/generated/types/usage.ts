// Made from packages/contract by `npm run generate`. Change the contract, not this file.

export type Costs = {
  by: string;
  created_from: string;
  created_to: string;
  /**
   * False if jobs before `searched_to` are archived or were not counted (grouping by metadata), or while older
   * jobs are still being counted, for example in the first minutes after an upgrade.
   */
  complete: boolean;
  searched_to: string | null;
  /** Number of further values. */
  left_out: number;
  /**
   * Most expensive first, at most 200. With `compare`, also values that had a cost only in the previous period.
   */
  results: {
    /** Id, model, or value of the metadata. */
    value: string;
    label: string;
    jobs: number;
    /** Cost in USD. When grouped by model: the cost of its calls. */
    cost: number;
    /**
     * When grouped by model: the part of the cost that was paid with keys of the organization, so without credits.
     */
    own_key_cost: number | null;
    /**
     * When grouped by model: jobs in which it was the first to be asked because the values of another model were not
     * trusted.
     */
    escalated_jobs: number | null;
    /** USD in the previous period. Null if not requested. */
    cost_before: number | null;
  }[];
};

export type CostsQuery = {
  /** `agent` (default), `version`, `key`, `model`, or a key of the metadata as `metadata.customer`. */
  by?: string;
  /** Default: 30 days before created_to. */
  created_from?: string;
  /** Default: now. */
  created_to?: string;
  /** If true, includes the cost of the previous period of the same length. */
  compare?: boolean;
};

export type Usage = {
  bucket: 'hour' | 'day';
  created_from: string;
  created_to: string;
  /** False while older jobs are still being counted, for example in the first minutes after an upgrade. */
  complete: boolean;
  results: UsageRow[];
};

export type UsageQuery = {
  /** Default day. */
  bucket?: 'hour' | 'day';
  /** Default: 30 days before created_to, or one day with hourly buckets. */
  created_from?: string;
  /** Default: now. */
  created_to?: string;
};

export type UsageRow = {
  starts_at: string;
  agent_id: string;
  agent_name: string;
  /** Accepted jobs, regardless of outcome. */
  jobs: number;
  succeeded: number;
  cached: number;
  failed: number;
  cancelled: number;
  /** USD. */
  cost: number;
  input_tokens: number;
  output_tokens: number;
  /** Of jobs that ran and ended. Accurate to 2.5 %. */
  duration_p50_ms: number | null;
  duration_p95_ms: number | null;
};
