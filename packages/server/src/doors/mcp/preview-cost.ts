import { operations } from '@errand/contract/operations/operations.ts';
import type { StatementResult } from '@errand/contract/workspace.ts';
import type { Static } from 'typebox';
import { readStatements } from '#workspace/sql/statements.ts';
import { type CallApi, errorText } from '../reply.ts';

// What a call would cost, in USD, judged by the last jobs of its agents. The API makes the estimates.

type Given = Record<string, unknown>;

/** The cost of some runs of one agent. Undefined if the agent is not known. Without `runs`, that of each. */
export async function costOfRuns(callApi: CallApi, agentId: unknown, runs?: number): Promise<Given | undefined> {
  if (typeof agentId !== 'string') return undefined;
  const path = operations.runs.estimate.path.replace(':agent_id', encodeURIComponent(agentId));
  const reply = await callApi('POST', path, {});
  if (reply.status >= 400) return { per_run: null, note: errorText(reply) };
  const { cost, jobs } = reply.body as { cost: number | null; jobs: number };
  return {
    per_run: cost,
    ...(runs !== undefined && { runs, total: cost === null ? null : cost * runs }),
    based_on_jobs: jobs,
    ...(cost === null && { note: 'No job of this agent has succeeded, so its cost is not known.' }),
  };
}

/** The cost of a text of SQL, agent by agent. A statement that cannot be estimated has a reason instead. */
export async function costOfSql(callApi: CallApi, sql: unknown): Promise<Given> {
  const agents: Given[] = [];
  const problems: string[] = [];
  for (const statement of startingStatements(sql)) {
    const reply = await callApi('POST', operations.queries.run.path, { query: `EXPLAIN AGENTS ${statement}` });
    if (reply.status >= 400) problems.push(errorText(reply));
    else agents.push(...(reply.body as Static<typeof StatementResult>[]).flatMap(toRows));
  }
  const isKnown = problems.length === 0 && agents.every(({ cost }) => cost !== null);
  const sum = (name: string): number => agents.reduce((all, one) => all + Number(one[name] ?? 0), 0);
  return {
    jobs: sum('jobs'),
    total: isKnown ? sum('cost') : null,
    agents,
    ...(problems.length > 0 && { note: problems.join(' ') }),
  };
}

/** The statements that start jobs. None of a text that the service refuses. */
export function startingStatements(sql: unknown): string[] {
  if (typeof sql !== 'string') return [];
  try {
    return readStatements(sql)
      .filter(({ callsAgents, action }) => callsAgents && action.kind !== 'explain-agents')
      .filter(({ names }) => names.has('run_agent') || names.has('run_agent_sync'))
      .map((statement) => statement.sql);
  } catch {
    return [];
  }
}

const shownColumns = ['agent', 'agent_id', 'rows', 'jobs', 'cost', 'cost_max', 'note'];

const toRows = ({ column_names: names, result_rows: rows }: Static<typeof StatementResult>): Given[] =>
  rows.map((row) => Object.fromEntries(shownColumns.map((name) => [name, row[names.indexOf(name)] ?? null])));
