// Made from packages/contract by `npm run generate`. Change the contract, not this file.

export type JobErrors = {
  /** Jobs accepted before are archived and not counted. Null: all are. */
  searched_to: string | null;
  created_from: string;
  created_to: string;
  /** The most frequent first. */
  results: {
    /** Of the error catalogue: /docs/errors/{code}/. */
    code: string;
    /** Counted up to 10,000. */
    count: number;
    /** False: there are more. */
    complete: boolean;
    /** In the period; of those that were counted. */
    first_seen: string;
    last_seen: string;
    last_job_id: string;
    cause: string;
    remedy: string;
    /** The agents that failed most, at most 5. */
    agents: {
      agent_id: string;
      agent_name: string;
      count: number;
    }[];
    /** The most frequent texts of the newest 200, at most 3. */
    messages: {
      message: string;
      count: number;
    }[];
  }[];
};

export type JobErrorsQuery = {
  /** Accepted at this time or later. Default: 7 days before created_to. */
  created_from?: string;
  /** Default: now. */
  created_to?: string;
  /** Failures of this agent. */
  agent_id?: string;
};
