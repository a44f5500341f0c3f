import { buffer } from 'node:stream/consumers';
import { isUuid } from '#platform/ids.ts';
import { persistently } from '#platform/persist.ts';
import type { Column } from '../model/table.ts';
import type { Call } from './agent-answers.ts';
import { parseCalls } from './agent-rounds.ts';
import type { AgentEstimate } from './agents.ts';
import type { Prepared, StatementContext, StatementDeps } from './statement-context.ts';
import { RESULT_COLUMNS_MAX } from './statement-context.ts';

// EXPLAIN AGENTS counts the calls that a statement would make, with the same engine that lists them before they are
// started. It starts and writes nothing.

const column = (name: string, type: string): Column => ({ name, type, nullable: true });

const COLUMNS: Column[] = [
  column('agent', 'VARCHAR'),
  column('agent_id', 'VARCHAR'),
  column('function', 'VARCHAR'),
  column('rows', 'BIGINT'),
  column('jobs', 'BIGINT'),
  column('cost', 'DOUBLE'),
  column('cost_max', 'DOUBLE'),
  column('seconds_per_job', 'DOUBLE'),
  column('based_on_jobs', 'BIGINT'),
  column('note', 'VARCHAR'),
];

/** Returns one row per agent and function. Each distinct set of arguments is one job. */
export async function explainAgents(
  deps: StatementDeps,
  context: StatementContext,
  { tables, query, progress }: Prepared,
): Promise<{ columns: Column[]; rows: unknown[][] }> {
  if (query === undefined || progress === undefined) return { columns: COLUMNS, rows: [] };
  const { orgId } = context.query;
  let calls: Call[] = [];
  await deps.slots.use(
    orgId,
    () =>
      deps.engine.run({
        task: {
          kind: 'select',
          query,
          rowsMax: 1,
          bytesMax: deps.bytesMax,
          columnsMax: RESULT_COLUMNS_MAX,
          callsMax: deps.callsMax,
        },
        tables,
        memoryMb: deps.memoryMb,
        timeoutMs: deps.timeoutMs,
        signal: context.signal,
        async keep(content, what) {
          const all = await buffer(content);
          if (what === 'calls') calls = parseCalls(all);
        },
      }),
    context.signal,
  );
  const starts = calls.filter((call) => call.function.startsWith('run_'));
  const groups = Map.groupBy(starts, (call) => `${call.function} ${call.subject}`);
  const rows: unknown[][] = [];
  for (const group of groups.values()) {
    const { subject } = group[0]!;
    const id = subject !== null && isUuid(subject) ? subject.toLowerCase() : undefined;
    const estimate = id && (await persistently(() => deps.agents.estimate(orgId, id)));
    rows.push(toRow(group, estimate || undefined));
  }
  return { columns: COLUMNS, rows };
}

function toRow(group: Call[], estimate: AgentEstimate | undefined): unknown[] {
  const { function: name, subject } = group[0]!;
  const jobs = group.length;
  const rows = group.reduce((sum, call) => sum + call.rows, 0);
  if (estimate === undefined)
    return [null, subject, name, rows, 0, null, null, null, 0, 'There is no such agent. These cells will be null.'];
  const times = (cost: number | null): number | null => (cost === null ? null : cost * jobs);
  return [
    estimate.name,
    subject,
    name,
    rows,
    jobs,
    times(estimate.costPerJob),
    times(estimate.costPerJobMax),
    estimate.medianMs === null ? null : estimate.medianMs / 1_000,
    estimate.jobs,
    estimate.jobs === 0 ? 'No job of this agent has succeeded, so its cost is not known.' : null,
  ];
}
