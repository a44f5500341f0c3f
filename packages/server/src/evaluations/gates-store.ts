import type { Db } from '#platform/db.ts';

// The gates of agents and policies: the conditions for a version to become current.

export type GateRow = {
  /** Null: the gate only asks for a second person. */
  evaluation_set_id: string | null;
  min_accuracy: number | null;
  no_regressions: boolean;
  four_eyes: boolean;
  updated_by: number | null;
  updated_at: Date;
};

export type GateOwner = { kind: 'agent' | 'policy'; id: string };

const COLUMNS = 'g.evaluation_set_id, g.min_accuracy, g.no_regressions, g.four_eyes, g.updated_by, g.updated_at';
const column = ({ kind }: GateOwner): string => (kind === 'agent' ? 'agent_id' : 'policy_id');

export async function findGate(db: Db, orgId: string, owner: GateOwner): Promise<GateRow | undefined> {
  const rows = await db.query<GateRow>(
    `select ${COLUMNS} from version_gates g where g.org_id = $1::uuid and g.${column(owner)} = $2::uuid`,
    [orgId, owner.id],
  );
  return rows[0];
}

export async function isGated(db: Db, orgId: string, setId: string): Promise<boolean> {
  const rows = await db.query('select from version_gates where org_id = $1::uuid and evaluation_set_id = $2::uuid', [
    orgId,
    setId,
  ]);
  return rows.length > 0;
}

export async function upsertGate(
  tx: Db,
  orgId: string,
  owner: GateOwner,
  gate: {
    id: string;
    setId: string | null;
    minAccuracy: number | null;
    noRegressions: boolean;
    fourEyes: boolean;
    userId: number | null;
  },
): Promise<void> {
  await tx.run(
    `insert into version_gates (id, org_id, ${column(owner)}, evaluation_set_id, min_accuracy, no_regressions, four_eyes,
       updated_by, updated_at)
     values ($2::uuid, $1::uuid, $3::uuid, $4::uuid, $5::float8, $6, $7, $8::int, clock_timestamp())
     on conflict (${column(owner)}) do update set evaluation_set_id = excluded.evaluation_set_id,
       min_accuracy = excluded.min_accuracy, no_regressions = excluded.no_regressions, four_eyes = excluded.four_eyes,
       updated_by = excluded.updated_by, updated_at = excluded.updated_at`,
    [orgId, gate.id, owner.id, gate.setId, gate.minAccuracy, gate.noRegressions, gate.fourEyes, gate.userId],
  );
}

export async function deleteGate(tx: Db, orgId: string, owner: GateOwner): Promise<boolean> {
  const deleted = await tx.run(`delete from version_gates where org_id = $1::uuid and ${column(owner)} = $2::uuid`, [
    orgId,
    owner.id,
  ]);
  return deleted > 0;
}
