import type { UsageRow } from '@errand/sdk';
import { OTHERS_TOKEN } from '../../charts/colors.ts';
import type { BarSeries } from '../../charts/stack.ts';

// Sums up usage by agent and day for a chart and a table.

export type AgentUsage = Omit<UsageRow, 'starts_at' | 'duration_p50_ms' | 'duration_p95_ms'>;

const NAMED_MAX = 5;
const DAY_MS = 86_400_000;

export type UsageSums = {
  /** Most expensive first. */
  agents: AgentUsage[];
  total: { jobs: number; failed: number; cached: number; cost: number; tokens: number };
  times: number[];
  costs: BarSeries[];
  jobs: BarSeries[];
};

export function sumUsage(rows: UsageRow[], fromMs: number, toMs: number): UsageSums {
  const byAgent = new Map<string, AgentUsage>();
  for (const { starts_at: _at, duration_p50_ms: _p50, duration_p95_ms: _p95, ...row } of rows) {
    const sum = byAgent.get(row.agent_id);
    if (sum === undefined) byAgent.set(row.agent_id, row);
    else byAgent.set(row.agent_id, add(sum, row));
  }
  const agents = [...byAgent.values()].sort((a, b) => b.cost - a.cost || b.jobs - a.jobs);
  const days = listDays(fromMs, toMs);
  const named = agents.slice(0, NAMED_MAX);
  const place = new Map(days.map((day, index) => [day, index]));
  const series = (value: (row: UsageRow) => number): BarSeries[] => {
    const found = named.map((agent) => ({ label: agent.agent_name, values: days.map(() => 0) }));
    const others = { label: 'All others', values: days.map(() => 0), token: OTHERS_TOKEN };
    for (const row of rows) {
      const at = place.get(Date.parse(row.starts_at) / 1_000);
      if (at === undefined) continue;
      const target = found[named.findIndex((agent) => agent.agent_id === row.agent_id)] ?? others;
      target.values[at]! += value(row);
    }
    return agents.length > NAMED_MAX ? [...found, others] : found;
  };
  return {
    agents,
    total: {
      jobs: sum(agents, (one) => one.jobs),
      failed: sum(agents, (one) => one.failed),
      cached: sum(agents, (one) => one.cached),
      cost: sum(agents, (one) => one.cost),
      tokens: sum(agents, (one) => one.input_tokens + one.output_tokens),
    },
    times: days,
    costs: series((row) => row.cost),
    jobs: series((row) => row.jobs),
  };
}

function add(a: AgentUsage, b: AgentUsage): AgentUsage {
  return {
    ...a,
    jobs: a.jobs + b.jobs,
    succeeded: a.succeeded + b.succeeded,
    cached: a.cached + b.cached,
    failed: a.failed + b.failed,
    cancelled: a.cancelled + b.cancelled,
    cost: a.cost + b.cost,
    input_tokens: a.input_tokens + b.input_tokens,
    output_tokens: a.output_tokens + b.output_tokens,
  };
}

/** Lists days in UTC, as the service counts them, in seconds. */
function listDays(fromMs: number, toMs: number): number[] {
  const days: number[] = [];
  for (let day = Math.floor(fromMs / DAY_MS) * DAY_MS; day <= toMs; day += DAY_MS) days.push(day / 1_000);
  return days;
}

const sum = <T>(items: T[], value: (item: T) => number): number =>
  Math.round(items.reduce((total, item) => total + value(item), 0) * 1e8) / 1e8;
