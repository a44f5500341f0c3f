// Made from packages/contract by `npm run generate`. Change the contract, not this file.

export type DemoRemoved = {
  agents: number;
  /** All jobs of the agents of the demo, with inputs, outputs and evidence. */
  jobs: number;
  policies: number;
  tables: number;
};

export type DemoWorkspace = {
  /** Null: there is none. */
  created_at: string | null;
  /** They have the tag `demo`. */
  agents: string[];
  policies: string[];
  tables: string[];
};
