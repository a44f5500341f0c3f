// Made from packages/contract by `npm run generate`. Change the contract, not this file.

export type Costs = {
  by: string;
  created_from: string;
  created_to: string;
  /**
   * False: jobs before `searched_to` were not counted, by a key of the metadata, or are archived; or older jobs
   * are still being counted, as in the first minutes after an upgrade.
   */
  complete: boolean;
  searched_to: string | null;
  /** How many further values there are. */
  left_out: number;
  /** The most expensive first, at most 200; with `compare` also those that had a cost before only. */
  results: {
    /** Id, model, or value of the metadata. */
    value: string;
    label: string;
    jobs: number;
    /** USD. By model: of its calls. */
    cost: number;
    /** USD in the period before; null when it was not asked for. */
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
  /** true: with the cost of the period before, which is as long. */
  compare?: boolean;
};

export type Usage = {
  bucket: 'hour' | 'day';
  created_from: string;
  created_to: string;
  /** False: older jobs are still being counted, as in the first minutes after an upgrade. */
  complete: boolean;
  results: UsageRow[];
};

export type UsageQuery = {
  /** Default day. */
  bucket?: 'hour' | 'day';
  /** Default: 30 days before created_to, one day by hour. */
  created_from?: string;
  /** Default: now. */
  created_to?: string;
};

export type UsageRow = {
  starts_at: string;
  agent_id: string;
  agent_name: string;
  /** Accepted jobs, whatever their outcome. */
  jobs: number;
  succeeded: number;
  cached: number;
  failed: number;
  cancelled: number;
  /** USD. */
  cost: number;
  input_tokens: number;
  output_tokens: number;
  /** Of jobs that ran to an end. Within 2.5 %. */
  duration_p50_ms: number | null;
  duration_p95_ms: number | null;
};
