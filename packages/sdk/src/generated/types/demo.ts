// Made from packages/contract by `npm run generate`. Change the contract, not this file.

export type DemoRemoved = {
  agents: number;
  /** Number of removed jobs, with their inputs, outputs and evidence. */
  jobs: number;
  policies: number;
  tables: number;
};

export type DemoWorkspace = {
  /** Null if there is no demo workspace. */
  created_at: string | null;
  /** Agents of the demo. They have the tag `demo`. */
  agents: string[];
  policies: string[];
  tables: string[];
};
