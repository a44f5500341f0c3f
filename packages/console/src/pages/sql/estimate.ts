import type { StatementResult } from '@errand/sdk';

// Estimates the work and cost of agents called from SQL, with EXPLAIN AGENTS.

export type AgentEstimate = {
  agent: string;
  rows: number;
  jobs: number;
  cost: number | null;
  costMax: number | null;
  basedOnJobs: number;
  note: string | null;
};

/** A statement that cannot be estimated, for example because an earlier one creates its table, has a reason instead. */
export type Estimate = { agents: AgentEstimate[]; problems: string[] };

export function readEstimate({ column_names: names, result_rows: rows }: StatementResult): AgentEstimate[] {
  return rows.map((row) => {
    const value = (name: string): unknown => row[names.indexOf(name)] ?? null;
    const number = (name: string): number | null => (value(name) === null ? null : Number(value(name)));
    return {
      agent: String(value('agent') ?? value('agent_id') ?? 'unknown agent'),
      rows: number('rows') ?? 0,
      jobs: number('jobs') ?? 0,
      cost: number('cost'),
      costMax: number('cost_max'),
      basedOnJobs: number('based_on_jobs') ?? 0,
      note: value('note') as string | null,
    };
  });
}

/** Sums up estimates. The cost is known only if that of each is. */
export function sumEstimates(agents: readonly AgentEstimate[]): { rows: number; jobs: number; cost: number | null } {
  const sum = (read: (one: AgentEstimate) => number): number => agents.reduce((all, one) => all + read(one), 0);
  const isKnown = agents.every(({ cost }) => cost !== null);
  return {
    rows: sum(({ rows }) => rows),
    jobs: sum(({ jobs }) => jobs),
    cost: isKnown ? sum(({ cost }) => cost!) : null,
  };
}
