import { audit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Transactor } from '#platform/db.ts';
import { databaseNow } from '#platform/ids.ts';
import { createLru } from '#platform/lru.ts';
import type { CaseRow } from './store/cases.ts';

// What somebody opened is in the audit log: who, which case, when. A page that reads again every few seconds is opened
// once in ten minutes.

const AGAIN_MS = 10 * 60_000;
const READERS = 10_000;

const noted = createLru<string, number>(READERS);

export async function noteReading(
  db: Transactor,
  caller: Caller,
  { id }: Pick<CaseRow, 'id'>,
  action: 'case.read' | 'case.exported',
): Promise<void> {
  const key = `${caller.orgId} ${caller.userId} ${caller.keyId} ${id}`;
  const now = databaseNow();
  if (action === 'case.read' && now - (noted.get(key) ?? Number.NEGATIVE_INFINITY) < AGAIN_MS) return;
  await db.tx((tx) => audit(tx, caller, action, id));
  if (action === 'case.read') noted.set(key, now);
}
