import type { Db } from '#platform/db.ts';
import type { Part, PartFile, PartKind } from './model.ts';

type Row = Omit<Part, 'orgId' | 'firstId' | 'lastId' | 'firstAt' | 'lastAt' | 'createdAt' | 'verifiedAt'> & {
  org_id: string;
  first_id: string;
  last_id: string;
  first_at: Date;
  last_at: Date;
  created_at: Date;
  verified_at: Date | null;
};

const COLUMNS = `id, org_id, kind, to_char(month, 'YYYY-MM') as month, first_id, last_id, first_at, last_at, rows, agents, files,
  created_at, verified_at, problem`;

const toPart = (row: Row): Part => ({
  id: row.id,
  orgId: row.org_id,
  kind: row.kind,
  month: row.month,
  firstId: row.first_id,
  lastId: row.last_id,
  firstAt: row.first_at,
  lastAt: row.last_at,
  rows: row.rows,
  agents: row.agents,
  files: row.files,
  createdAt: row.created_at,
  verifiedAt: row.verified_at,
  problem: row.problem,
});

/** Lists the parts that may have one of these jobs, newest first. */
export async function listPartsOf(db: Db, orgId: string, jobIds: string[]): Promise<Part[]> {
  const rows = await db.query<Row>(
    `select ${COLUMNS} from archive_parts p where org_id = $1::uuid and kind = 'jobs' and state = 'ready'
       and exists (select from unnest($2::uuid[]) as wanted (id) where wanted.id between p.first_id and p.last_id)
     order by last_id desc`,
    [orgId, jobIds],
  );
  return rows.map(toPart);
}

/** Lists all parts of an organization, newest first. */
export async function listParts(db: Db, orgId: string, kind: PartKind): Promise<Part[]> {
  const rows = await db.query<Row>(
    `select ${COLUMNS} from archive_parts where org_id = $1::uuid and kind = $2 and state = 'ready' order by last_id desc`,
    [orgId, kind],
  );
  return rows.map(toPart);
}

export async function listAllParts(system: Db): Promise<Part[]> {
  const rows = await system.query<Row>(
    `select ${COLUMNS} from archive_parts where state = 'ready' order by org_id, month, first_id`,
  );
  return rows.map(toPart);
}

/** Locks the part. Returns undefined if it is gone or its files have changed. */
export async function lockPart(tx: Db, part: Part): Promise<Part | undefined> {
  const [row] = await tx.query<Row>(`select ${COLUMNS} from archive_parts where id = $1::uuid for update`, [part.id]);
  const found = row && toPart(row);
  return found && JSON.stringify(keysOf(found)) === JSON.stringify(keysOf(part)) ? found : undefined;
}

export const keysOf = ({ files }: Pick<Part, 'files'>): string[] => files.map(({ key }) => key);

export async function insertPart(
  db: Db,
  part: { id: string; orgId: string; kind: PartKind; month: string },
): Promise<void> {
  await db.run(
    `insert into archive_parts (id, org_id, kind, month, state) values ($1::uuid, $2::uuid, $3, ($4 || '-01')::date, 'writing')`,
    [part.id, part.orgId, part.kind, part.month],
  );
}

export type Contents = Pick<Part, 'firstId' | 'lastId' | 'firstAt' | 'lastAt' | 'rows' | 'agents'> & {
  files: PartFile[];
};

/** Stores the contents of a part, which was just verified. */
export async function fillPart(tx: Db, partId: string, contents: Contents): Promise<number> {
  return tx.run(
    `update archive_parts p set state = 'ready', first_id = c."firstId", last_id = c."lastId", first_at = c."firstAt",
       last_at = c."lastAt", rows = c.rows, agents = c.agents, files = c.files, verified_at = now(), problem = null,
       problem_at = null
     from jsonb_to_record($2::jsonb) as c ("firstId" uuid, "lastId" uuid, "firstAt" timestamptz, "lastAt" timestamptz,
       rows int, agents jsonb, files jsonb)
     where p.id = $1::uuid`,
    [partId, JSON.stringify(contents)],
  );
}

export async function deletePart(tx: Db, partId: string): Promise<void> {
  await tx.run('delete from archive_parts where id = $1::uuid', [partId]);
}

/** Lists parts that were begun and not finished. */
export async function listUnfinished(system: Db): Promise<{ id: string; orgId: string; month: string }[]> {
  return system.query(
    `select id, org_id as "orgId", to_char(month, 'YYYY-MM') as month from archive_parts where state = 'writing'`,
  );
}

export async function noteProblem(system: Db, partId: string, problem: string | null): Promise<void> {
  await system.run(
    `update archive_parts set problem = $2, problem_at = case when $2::text is null then null else now() end,
       verified_at = case when $2::text is null then now() else verified_at end where id = $1::uuid`,
    [partId, problem],
  );
}

/** Notes files to delete. For `afterMinutes` they are kept, because a part may still come to name them. */
export async function insertGarbage(tx: Db, orgId: string, keys: string[], afterMinutes = 0): Promise<void> {
  await tx.run(
    `insert into archive_garbage (key, org_id, since)
     select key, $1::uuid, now() + make_interval(mins => $3::int) from unnest($2::text[]) as key on conflict do nothing`,
    [orgId, keys, afterMinutes],
  );
}

export async function listGarbage(db: Db, orgId: string | null): Promise<string[]> {
  const rows = await db.query<{ key: string }>(
    'select key from archive_garbage where since <= now() and ($1::uuid is null or org_id = $1::uuid) order by since limit 1000',
    [orgId],
  );
  return rows.map(({ key }) => key);
}

export async function deleteGarbage(tx: Db, keys: string[]): Promise<void> {
  await tx.run('delete from archive_garbage where key = any($1::text[])', [keys]);
}
