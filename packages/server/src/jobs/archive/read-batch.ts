import { firstIdAt, idMs } from '#platform/ids.ts';
import type { Part } from './model.ts';
import { readNamed } from './parquet.ts';
import { quoteIds } from './quote-ids.ts';
import {
  type ArchivedRows,
  addRows,
  type ReadDeps,
  type Row,
  type Rows,
  toArchivedRows,
  WHOLE,
} from './read-archived.ts';
import { listParts } from './store.ts';

/** Jobs of a batch are accepted with it, but jobs that repeat failed rows come later. */
const SPAN_MS = 62 * 86_400_000;

/** Reads the archived jobs of a batch. */
export async function readBatch(deps: ReadDeps, orgId: string, batchId: string): Promise<ArchivedRows | undefined> {
  const db = deps.database.tenant(orgId);
  const end = firstIdAt(idMs(batchId) + SPAN_MS);
  const mayHave = ({ firstId, lastId }: Part): boolean => lastId >= firstIdAt(idMs(batchId)) && firstId < end;
  const found: Rows = new Map();
  for (const part of (await listParts(db, orgId, 'jobs')).filter(mayHave)) {
    const jobs = part.files.find(({ name }) => name === 'jobs')!;
    const rows = await readNamed<Row>(deps, { jobs }, [
      { name: 'jobs', sql: `${WHOLE} from jobs where batch_id = ${quoteIds([batchId])}` },
    ]);
    addRows(rows, ['jobs', 'job_results'], found);
  }
  return toArchivedRows(db, found);
}
