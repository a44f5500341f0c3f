import { createChainCheck } from '@errand/proofs/audit-chain.ts';
import { findAuditHead, readChain } from '#orgs/audit-chain.ts';
import type { Db } from '#platform/db.ts';
import { listSigningKeys } from './keys-store.ts';
import { listSeals } from './seal-audit.ts';

export type AuditReport = { entries: number; unchained: number; problems: string[] };

/** Verifies the whole audit chain of an organization. */
export async function verifyAudit(db: Db, orgId: string): Promise<AuditReport> {
  const head = await findAuditHead(db, orgId);
  const keys = (await listSigningKeys(db, orgId)).map(({ id, public_key }) => ({ key_id: id, public_key }));
  const chain = createChainCheck(orgId, { seals: await listSeals(db, orgId), keys });
  for await (const entry of readChain(db, orgId)) {
    // Entries added after the head was read are left to the next verification.
    if (entry.seq <= head.seq) chain.take(entry);
  }
  return { ...chain.end(head), unchained: head.unchained };
}
