import type { Db } from '#platform/db.ts';
import { type AgentFilter, agentConditions } from './agent-filter.ts';
import { type AgentRow, selectAgents } from './store.ts';

type AgentPage = { count: number; rows: AgentRow[] };
type AgentListOptions = { ordering: string; withStats: boolean; size: number; offset: number };

/** Returns one page of the organization's agents. Counts them separately only if the page does not show the total. */
export async function listAgents(
  db: Db,
  orgId: string,
  filter: AgentFilter,
  options: AgentListOptions,
): Promise<AgentPage> {
  const { conditions, values, needsStats } = agentConditions(orgId, filter);
  const order = orderBy(options.ordering);
  const from = (names: Set<'stats' | 'creator'>) =>
    `from agents a ${names.has('stats') ? STATS : ''} ${names.has('creator') ? CREATOR : ''} where ${conditions}`;
  const filtered = new Set<'stats' | 'creator'>(needsStats ? ['stats'] : []);
  const ordered = new Set([...filtered, ...order.needs]);

  const page = `select a.id, row_number() over (order by ${order.sql}) as position ${from(ordered)}
    order by ${order.sql} limit $${values.length + 1} offset $${values.length + 2}`;
  const rows = await db.query<AgentRow>(selectAgents(page, options), [...values, options.size, options.offset]);
  if (rows.length < options.size && (rows.length > 0 || options.offset === 0)) {
    return { count: options.offset + rows.length, rows };
  }
  const counted = await db.query<{ count: number }>(`select count(*)::int as count ${from(filtered)}`, values);
  return { count: counted[0]!.count, rows };
}

/** Stats of all agents, for filters and orders that need every one of them. */
const STATS = `left join agent_job_counts c on c.agent_id = a.id
  left join (
    select agent_id, sum(job_count) as job_count, max(most_recent_job) as most_recent_job
    from agent_job_deltas where org_id = $1 group by agent_id
  ) d on d.agent_id = a.id`;
const CREATOR = 'left join users u on u.id = a.creator_id';

type Order = { by: string[]; needs?: 'stats' | 'creator' };

// An agent without jobs counts as the oldest; one without a creator comes before all names.
const orders: Record<string, Order> = {
  name: { by: ['lower(a.name)', 'a.name'] },
  created_at: { by: ['a.created_at'] },
  updated_at: { by: ['a.updated_at'] },
  most_recent_job: {
    by: [`coalesce(greatest(c.most_recent_job, d.most_recent_job), '-infinity'::timestamptz)`],
    needs: 'stats',
  },
  job_count: { by: ['coalesce(c.job_count, 0) + coalesce(d.job_count, 0)'], needs: 'stats' },
  engine_class_id: { by: ['a.engine_class_id'] },
  creator: {
    by: [`lower(coalesce(nullif(btrim(u.first_name || ' ' || u.last_name), ''), u.email, ''))`],
    needs: 'creator',
  },
};

function orderBy(ordering: string): { sql: string; needs: ('stats' | 'creator')[] } {
  const descending = ordering.startsWith('-');
  const { by, needs } = orders[descending ? ordering.slice(1) : ordering]!;
  const direction = descending ? 'desc' : 'asc';
  return { sql: [...by, 'a.id'].map((term) => `${term} ${direction}`).join(', '), needs: needs ? [needs] : [] };
}
