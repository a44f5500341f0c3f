// Made from packages/contract by `npm run generate`. Change the contract, not this file.

export type ApiDescription = Record<string, unknown>;

export type Liveness = {
  status: string;
};

export type Readiness = {
  status: string;
  checks: Record<string, string>;
};
