import type { AuditSeal } from '@errand/proofs/audit-chain.ts';
import { updateSealed } from '#orgs/audit-chain.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { databaseNow } from '#platform/ids.ts';
import type { Signer } from './signer.ts';

// Signs the head of each audit chain regularly. Somebody who alters an entry and rebuilds the rest of the chain cannot
// sign it.

/** How often a growing chain is signed. */
const SEALED_EVERY = `interval '1 hour'`;

/** Signs the chains that have grown. Returns their number. */
export async function sealAudit(system: Transactor, signer: Signer): Promise<number> {
  const grown = await system.query<{ org_id: string; seq: number; hash: string }>(
    `select org_id, seq, hash from audit_heads
     where seq > sealed_seq and (sealed_at is null or sealed_at < now() - ${SEALED_EVERY}) limit 100`,
  );
  for (const { org_id: orgId, seq, hash } of grown) {
    const seal = await signSeal(signer, orgId, { kind: 'head', seq, hash });
    await system.tx(async (tx) => {
      await insertSeal(tx, orgId, seal);
      await updateSealed(tx, orgId, seq);
    });
  }
  return grown.length;
}

export const signSeal = (
  signer: Signer,
  orgId: string,
  end: Pick<AuditSeal, 'kind' | 'seq' | 'hash'>,
): Promise<AuditSeal> =>
  signer.sign(orgId, { organization_id: orgId, ...end, at: new Date(databaseNow()).toISOString() });

export async function insertSeal(tx: Db, orgId: string, seal: AuditSeal): Promise<void> {
  await tx.run(
    `insert into audit_seals (org_id, seq, kind, content) values ($1::uuid, $2::bigint, $3::text, $4::json)
     on conflict do nothing`,
    [orgId, seal.seq, seal.kind, JSON.stringify(seal)],
  );
}

export async function listSeals(db: Db, orgId: string): Promise<AuditSeal[]> {
  const rows = await db.query<{ content: AuditSeal }>(
    'select content from audit_seals where org_id = $1::uuid order by seq, kind',
    [orgId],
  );
  return rows.map(({ content }) => content);
}
