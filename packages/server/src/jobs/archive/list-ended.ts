import { readRows } from './parquet.ts';
import { quoteIds } from './quote-ids.ts';
import type { ReadDeps } from './read-archived.ts';
import { listParts } from './store.ts';

export type EndedWanted = { from: Date; to: Date; agentId: string | null; size: number };
export type Ended = { id: string; agent_id: string; status: number; verdict: string | null; finished_at: Date };

/** Lists archived jobs that ended in a period, at most `size`. */
export async function listEnded(deps: ReadDeps, orgId: string, wanted: EndedWanted): Promise<Ended[]> {
  const { from, to, agentId, size } = wanted;
  const parts = (await listParts(deps.database.tenant(orgId), orgId, 'jobs')).filter(
    ({ firstAt, lastAt, agents }) =>
      firstAt < to && lastAt >= from && (agentId === null || agents[agentId] !== undefined),
  );
  const found: Ended[] = [];
  const moment = (at: Date): string => `timestamp '${at.toISOString().slice(0, -1)}'`;
  for (const { files } of parts) {
    if (found.length >= size) break;
    const rows = await readRows<Omit<Ended, 'finished_at'> & { finished_at: string }>(
      deps,
      { jobs: files.find(({ name }) => name === 'jobs')! },
      `select id, agent_id, result_status as status, result_ui_fields ->> '$.verdict' as verdict, result_finished_at as finished_at
       from jobs where result_finished_at >= ${moment(from)} and result_finished_at < ${moment(to)}
         ${agentId === null ? '' : `and agent_id = ${quoteIds([agentId])}`} limit ${size}`,
    );
    found.push(...rows.map((row) => ({ ...row, finished_at: new Date(`${row.finished_at.replace(' ', 'T')}Z`) })));
  }
  return found;
}
