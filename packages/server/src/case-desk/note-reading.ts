import type { Caller } from '#platform/caller.ts';
import type { Transactor } from '#platform/db.ts';
import { databaseNow } from '#platform/ids.ts';
import { createLru } from '#platform/lru.ts';
import { auditCase } from './audit-case.ts';

// What somebody opened is in the audit log: who, which case, when. Any part of a case counts: its page, an alert, the
// timeline, the report, transactions and network. A page that reads again every few seconds is opened once in ten minutes.

const AGAIN_MS = 10 * 60_000;
const READERS = 10_000;

const noted = createLru<string, number>(READERS);

type Opened = { action: 'case.read' | 'case.exported' | 'case.document_read'; detail?: Record<string, unknown> };

export async function noteReading(
  db: Transactor,
  caller: Caller,
  caseId: string,
  { action, detail }: Opened = { action: 'case.read' },
): Promise<void> {
  const { orgId } = caller;
  const key = `${orgId} ${caller.userId} ${caller.keyId} ${caseId}`;
  const now = databaseNow();
  if (action === 'case.read' && now - (noted.get(key) ?? Number.NEGATIVE_INFINITY) < AGAIN_MS) return;
  await db.tx((tx) => auditCase(tx, caller, { orgId, caseId, action, ...(detail && { detail }) }));
  if (action === 'case.read') noted.set(key, now);
}
