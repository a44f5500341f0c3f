import { insertAudit } from '#orgs/audit.ts';
import { deleteChainStart } from '#orgs/audit-chain.ts';
import type { Transactor } from '#platform/db.ts';
import { insertSeal, signSeal } from './seal-audit.ts';
import type { Signer } from './signer.ts';

// Removes audit entries that are older than an organization keeps them, from the start of its chain. A signed cut takes
// their place, which tells a removal on purpose from tampering.

const ENTRIES_AT_ONCE = 5_000;

/** Cuts the chains of all organizations. Returns the number of removed entries. */
export async function cutAudit(system: Transactor, signer: Signer): Promise<number> {
  const due = await system.query<{ org_id: string; audit_days: number }>(
    'select org_id, audit_days from retention_settings where audit_days is not null order by org_id',
  );
  let removed = 0;
  for (const { org_id: orgId, audit_days: days } of due) removed += await cutChain(system, signer, orgId, days);
  return removed;
}

async function cutChain(system: Transactor, signer: Signer, orgId: string, days: number): Promise<number> {
  // After a clock change, an old entry may follow a younger one. It stays until the younger one is old enough.
  const [last] = await system.query<{ seq: number; hash: string }>(
    `with bound as (
       select h.cut_seq, least(h.cut_seq + ${ENTRIES_AT_ONCE}, coalesce((select min(a.seq) - 1 from audit_log a
         where a.org_id = h.org_id and a.seq is not null and a.at >= now() - make_interval(days => $2::int)), h.seq)) as seq
       from audit_heads h where h.org_id = $1::uuid
     )
     select a.seq, a.hash from bound join audit_log a on a.org_id = $1::uuid and a.seq = bound.seq
     where bound.seq > bound.cut_seq`,
    [orgId, days],
  );
  if (last === undefined) return 0;
  const seal = await signSeal(signer, orgId, { kind: 'cut', ...last });
  return system.tx(async (tx) => {
    const count = await deleteChainStart(tx, orgId, last.seq);
    if (count === undefined) return 0;
    await tx.run('delete from audit_seals where org_id = $1::uuid and seq < $2::bigint', [orgId, last.seq]);
    await insertSeal(tx, orgId, seal);
    await insertAudit(tx, 'operator', {
      orgId,
      action: 'audit.cut',
      targetType: 'organization',
      targetId: orgId,
      detail: { entries: count, through: last.seq, days },
    });
    return count;
  });
}
