import type { Db } from '#platform/db.ts';
import { archivedDb } from './archived-db.ts';
import type { Part } from './model.ts';
import { readNamed } from './parquet.ts';
import { quoteIds } from './quote-ids.ts';
import { addRows, type ReadDeps, type Row, type Rows, toArchivedRows, WHOLE } from './read-archived.ts';
import { listParts } from './store.ts';

// Reads the newest archived jobs of a list.

export type Wanted = {
  /** Bounds of ids: older than `below`, newer than `above`, among `ids`. */
  below?: string | undefined;
  above?: string | undefined;
  ids?: string[] | undefined;
  agentIds?: string[] | undefined;
  size: number;
  offset?: number;
  withSteps?: boolean;
};

/** Jobs, newest first. The reader sees only these. */
export type Stretch = { ids: string[]; db: Db; hasMore: boolean };

/** How many parts one task opens. */
const PARTS_AT_ONCE = 4;

export async function readStretch(deps: ReadDeps, orgId: string, given: Wanted): Promise<Stretch | undefined> {
  const wanted = inSmallLetters(given);
  const db = deps.database.tenant(orgId);
  const parts = (await listParts(db, orgId, 'jobs')).filter((part) => mayHave(part, wanted));
  const found: Rows = new Map();
  let ids: string[] = [];
  let { offset = 0 } = wanted;
  for (let at = 0; at < parts.length; at += PARTS_AT_ONCE) {
    // No older part can have an id that sorts before these.
    if (ids.length > wanted.size && parts[at]!.lastId < ids[wanted.size]!) break;
    const group = parts.slice(at, at + PARTS_AT_ONCE);
    const count = group.reduce((sum, part) => sum + countOf(part, wanted.agentIds), 0);
    // Requests with an offset have no bounds, so whole parts can be skipped by their counts.
    if (offset >= count && !overlapsNext(parts, at)) {
      offset -= count;
      continue;
    }
    const rows = await readGroup(deps, group, { ...wanted, offset });
    offset = 0;
    addRows(rows, ['jobs', 'job_results', 'job_steps'], found);
    ids = (found.get('jobs') ?? [])
      .map(({ id }) => String(id))
      .toSorted()
      .toReversed();
  }
  const rows = await toArchivedRows(db, found);
  const shown = ids.slice(0, wanted.size);
  return rows && { ids: shown, db: archivedDb(db, rows, { alone: true }), hasMore: ids.length > shown.length };
}

/** Parts of a month may overlap, because jobs ended late or were brought back. */
const overlapsNext = (parts: Part[], at: number): boolean => {
  const next = parts[at + PARTS_AT_ONCE];
  return next !== undefined && parts.slice(at, at + PARTS_AT_ONCE).some(({ firstId }) => firstId <= next.lastId);
};

/** Reads one job more than wanted, to see whether there are more. */
function readGroup(deps: ReadDeps, group: Part[], wanted: Wanted): Promise<{ name: string; row: Row }[]> {
  const filesOf = (name: string) => group.flatMap(({ files }) => files.filter((file) => file.name === name));
  const ids = `select id from jobs where ${conditions(wanted)} order by id desc limit ${wanted.size + 1} offset ${wanted.offset ?? 0}`;
  const steps = wanted.withSteps ? filesOf('steps') : [];
  return readNamed<Row>(deps, { jobs: filesOf('jobs'), ...(steps.length > 0 && { steps }) }, [
    { name: 'jobs', sql: `${WHOLE} from jobs where id in (${ids})` },
    ...(steps.length > 0 ? [{ name: 'steps', sql: `${WHOLE} from steps where job_id in (${ids})` }] : []),
  ]);
}

const inSmallLetters = (wanted: Wanted): Wanted => ({
  ...wanted,
  below: wanted.below?.toLowerCase(),
  above: wanted.above?.toLowerCase(),
  ids: wanted.ids?.map((id) => id.toLowerCase()),
  agentIds: wanted.agentIds?.map((id) => id.toLowerCase()),
});

function mayHave(part: Part, { below, above, ids, agentIds }: Wanted): boolean {
  if (below !== undefined && part.firstId >= below) return false;
  if (above !== undefined && part.lastId <= above) return false;
  if (ids !== undefined && !ids.some((id) => id >= part.firstId && id <= part.lastId)) return false;
  return agentIds === undefined || agentIds.some((id) => part.agents[id] !== undefined);
}

const countOf = (part: Part, agentIds: string[] | undefined): number =>
  agentIds === undefined ? part.rows : agentIds.reduce((sum, id) => sum + (part.agents[id] ?? 0), 0);

function conditions({ below, above, ids, agentIds }: Wanted): string {
  return [
    'true',
    ...(below === undefined ? [] : [`id < ${quoteIds([below])}`]),
    ...(above === undefined ? [] : [`id > ${quoteIds([above])}`]),
    ...(ids === undefined ? [] : [`id in (${quoteIds(ids)})`]),
    ...(agentIds === undefined || agentIds.length === 0 ? [] : [`agent_id in (${quoteIds(agentIds)})`]),
  ].join(' and ');
}
