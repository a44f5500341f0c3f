import { auditHash, type ChainEnd, type ChainedEntry, NO_ENTRIES } from '@errand/proofs/audit-chain.ts';
import type { Db, Transactor } from '#platform/db.ts';

// Puts committed entries of the audit log into a chain, in the background and in the order in which it finds them, so
// that writing an entry waits for nothing. An entry that is not in the chain yet has no number.

const ENTRIES_AT_ONCE = 1_000;

type Row = {
  id: string;
  at: Date;
  actor_user_id: number | null;
  actor_key_id: string | null;
  action: string;
  target_type: string;
  target_id: string;
  detail: Record<string, unknown> | null;
};
type ChainedRow = Row & { seq: number; previous_hash: string; hash: string };

const COLUMNS = 'id, at, actor_user_id, actor_key_id, action, target_type, target_id, detail';

/** Chains new entries and returns how many. Any process may do it, one at a time for each organization. */
export async function chainAudit(system: Transactor): Promise<number> {
  const organizations = await system.query<{ org_id: string }>(
    'select distinct org_id from audit_log where seq is null limit 1000',
  );
  let taken = 0;
  for (const { org_id: orgId } of organizations) taken += await system.tx((tx) => chainEntries(tx, orgId));
  return taken;
}

async function chainEntries(tx: Db, orgId: string): Promise<number> {
  await tx.run(
    `insert into audit_heads (org_id, seq, hash) values ($1::uuid, $2::bigint, $3::text) on conflict (org_id) do nothing`,
    [orgId, NO_ENTRIES.seq, NO_ENTRIES.hash],
  );
  const [head] = await tx.query<ChainEnd>(
    'select seq, hash from audit_heads where org_id = $1::uuid for update skip locked',
    [orgId],
  );
  if (head === undefined) return 0;
  const rows = await tx.query<Row>(
    `select ${COLUMNS} from audit_log where org_id = $1::uuid and seq is null order by id limit ${ENTRIES_AT_ONCE}`,
    [orgId],
  );
  if (rows.length === 0) return 0;
  let { seq, hash } = head;
  const links = rows.map((row) => {
    const previous = hash;
    seq += 1;
    hash = auditHash(orgId, toLink({ ...row, seq, previous_hash: previous }));
    return { id: row.id, seq, previous_hash: previous, hash };
  });
  await tx.run(
    `update audit_log a set seq = link.seq, previous_hash = link.previous_hash, hash = link.hash
     from json_to_recordset($1::json) as link (id uuid, seq bigint, previous_hash text, hash text)
     where a.id = link.id and a.seq is null`,
    [JSON.stringify(links)],
  );
  await tx.run('update audit_heads set seq = $2::bigint, hash = $3::text where org_id = $1::uuid', [orgId, seq, hash]);
  return rows.length;
}

const toLink = (row: Row & { seq: number; previous_hash: string }) => ({
  seq: row.seq,
  id: row.id,
  created_at: row.at.toISOString(),
  actor: { user_id: row.actor_user_id, api_key_id: row.actor_key_id },
  action: row.action,
  target_type: row.target_type,
  target_id: row.target_id,
  detail: row.detail,
  previous_hash: row.previous_hash,
});

export type AuditHead = ChainEnd & { cutSeq: number; unchained: number };

export async function findAuditHead(db: Db, orgId: string): Promise<AuditHead> {
  const [row] = await db.query<AuditHead>(
    `select coalesce(h.seq, 0) as seq, coalesce(h.hash, $2::text) as hash, coalesce(h.cut_seq, 0) as "cutSeq",
       (select count(*) from audit_log where org_id = $1::uuid and seq is null) as unchained
     from (select $1::uuid as org_id) o left join audit_heads h using (org_id)`,
    [orgId, NO_ENTRIES.hash],
  );
  return row!;
}

/** Reads the entries in the order of the chain, in batches. */
export async function* readChain(db: Db, orgId: string): AsyncGenerator<ChainedEntry> {
  for (let after = 0; ; ) {
    const rows = await db.query<ChainedRow>(
      `select ${COLUMNS}, seq, previous_hash, hash from audit_log
       where org_id = $1::uuid and seq is not null and seq > $2::bigint order by seq limit ${ENTRIES_AT_ONCE}`,
      [orgId, after],
    );
    for (const row of rows) yield { ...toLink(row), hash: row.hash };
    if (rows.length < ENTRIES_AT_ONCE) return;
    after = rows.at(-1)!.seq;
  }
}

/** Notes that the chain is signed up to this entry. */
export async function updateSealed(tx: Db, orgId: string, seq: number): Promise<void> {
  await tx.run('update audit_heads set sealed_seq = $2::bigint, sealed_at = now() where org_id = $1::uuid', [
    orgId,
    seq,
  ]);
}

/** Removes the start of the chain. Returns undefined if another process has done it. */
export async function deleteChainStart(tx: Db, orgId: string, seq: number): Promise<number | undefined> {
  const moved = await tx.run(
    'update audit_heads set cut_seq = $2::bigint where org_id = $1::uuid and cut_seq < $2::bigint',
    [orgId, seq],
  );
  if (moved === 0) return undefined;
  return tx.run('delete from audit_log where org_id = $1::uuid and seq is not null and seq <= $2::bigint', [
    orgId,
    seq,
  ]);
}
