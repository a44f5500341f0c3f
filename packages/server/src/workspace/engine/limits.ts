import type { Db } from '#platform/db.ts';
import type { WorkspaceSettings } from './settings.ts';

// SQL limits of an organization: its own where an operator has set them, otherwise those of the installation. Memory is
// per statement, so an organization can use it once for each concurrent statement.

export type OwnLimits = {
  rows_max: number | null;
  bytes_max: number | null;
  timeout_seconds: number | null;
  memory_mb: number | null;
  concurrency: number | null;
};

export type SqlLimits = { rowsMax: number; bytesMax: number; timeoutMs: number; memoryMb: number; concurrency: number };

export type FindLimits = (orgId: string) => Promise<SqlLimits>;

/** How long limits are cached. A change takes effect within this time. */
const KEPT_MS = 5_000;
const KEPT_MAX = 10_000;

export function createLimits(db: Db, settings: WorkspaceSettings): FindLimits {
  const known = new Map<string, { limits: SqlLimits; until: number }>();

  return async function findLimits(orgId: string): Promise<SqlLimits> {
    const found = known.get(orgId);
    if (found !== undefined && found.until > Date.now()) return found.limits;
    const own = await findOwnLimits(db, orgId);
    const limits = {
      rowsMax: own?.rows_max ?? settings.rowsMax,
      bytesMax: own?.bytes_max ?? settings.bytesMax,
      timeoutMs: own?.timeout_seconds ? own.timeout_seconds * 1_000 : settings.timeoutMs,
      // Processes start with the installation's limit, which can only be lowered.
      memoryMb: Math.min(own?.memory_mb ?? settings.memoryMb, settings.memoryMb),
      concurrency: Math.min(own?.concurrency ?? settings.orgConcurrency, settings.concurrency),
    };
    if (known.size >= KEPT_MAX) known.clear();
    known.set(orgId, { limits, until: Date.now() + KEPT_MS });
    return limits;
  };
}

const COLUMNS = 'rows_max, bytes_max, timeout_seconds, memory_mb, concurrency';

export async function findOwnLimits(db: Db, orgId: string): Promise<OwnLimits | undefined> {
  const rows = await db.query<OwnLimits>(`select ${COLUMNS} from sql_limits where org_id = $1`, [orgId]);
  return rows[0];
}

export async function upsertOwnLimits(db: Db, orgId: string, limits: OwnLimits): Promise<void> {
  await db.run(
    `insert into sql_limits (org_id, ${COLUMNS}) values ($1, $2, $3, $4, $5, $6)
      on conflict (org_id) do update set (${COLUMNS}, updated_at) = (excluded.rows_max, excluded.bytes_max,
        excluded.timeout_seconds, excluded.memory_mb, excluded.concurrency, now())`,
    [orgId, limits.rows_max, limits.bytes_max, limits.timeout_seconds, limits.memory_mb, limits.concurrency],
  );
}
