import type { Db } from '#platform/db.ts';
import { containing, type Listed, listPage, orderTerms, type Page } from '#platform/list-page.ts';
import type { Content, ResourceRow, Versioned, VersionRow } from './kind.ts';

// The tables of resources in versions. Names of tables and columns come from the kinds, which are constants.

const resourceColumns = 'r.id, r.org_id, r.name, r.description, r.current_version_id, r.created_at, r.updated_at';
const isShown = ({ hidesDeleted }: Versioned): string => (hidesDeleted ? 'r.deleted_at is null' : 'true');

export async function findResource(
  db: Db,
  kind: Versioned,
  orgId: string,
  id: string,
): Promise<ResourceRow | undefined> {
  const rows = await db.query<ResourceRow>(
    `select ${resourceColumns} from ${kind.table} r where r.org_id = $1 and r.id = $2 and ${isShown(kind)}`,
    [orgId, id],
  );
  return rows[0];
}

/** Serializes changes of one resource. `for update` also blocks transactions that are about to refer to it. */
export async function lockResource(
  tx: Db,
  kind: Versioned,
  orgId: string,
  id: string,
): Promise<ResourceRow | undefined> {
  const rows = await tx.query<ResourceRow>(
    `select ${resourceColumns} from ${kind.table} r where r.org_id = $1 and r.id = $2 and ${isShown(kind)} for update`,
    [orgId, id],
  );
  return rows[0];
}

const orders = { name: ['lower(r.name)', 'r.name'], created_at: ['r.created_at'], updated_at: ['r.updated_at'] };

export function listResources(
  db: Db,
  kind: Versioned,
  orgId: string,
  { search, ordering, ...page }: Page & { search: string | undefined; ordering: string },
): Promise<Listed<ResourceRow>> {
  const found = search === undefined ? '' : 'and (r.name ilike $2 or r.description ilike $2)';
  return listPage(db, {
    columns: resourceColumns,
    from: `${kind.table} r`,
    where: `r.org_id = $1 and ${isShown(kind)} ${found}`,
    order: orderTerms(ordering, orders, 'r.id'),
    values: search === undefined ? [orgId] : [orgId, containing(search)],
    page,
  });
}

type NewResource = {
  id: string;
  name: string;
  description: string;
  currentVersionId: string;
  creatorId: number | null;
  now: Date;
};

/** The version it names may be inserted later in the same transaction. */
export async function insertResource(tx: Db, kind: Versioned, orgId: string, resource: NewResource): Promise<void> {
  const { id, name, description, currentVersionId, creatorId, now } = resource;
  await tx.run(
    `insert into ${kind.table} (id, org_id, name, description, current_version_id, creator_id, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7)`,
    [id, orgId, name, description, currentVersionId, creatorId, now],
  );
}

export async function updateTexts(
  tx: Db,
  kind: Versioned,
  { org_id, id }: ResourceRow,
  { name, description }: { name: string; description: string },
  now: Date,
): Promise<void> {
  await tx.run(`update ${kind.table} set name = $3, description = $4, updated_at = $5 where org_id = $1 and id = $2`, [
    org_id,
    id,
    name,
    description,
    now,
  ]);
}

export async function updateCurrentVersion(
  tx: Db,
  kind: Versioned,
  { org_id, id }: ResourceRow,
  versionId: string,
  now: Date,
): Promise<void> {
  await tx.run(`update ${kind.table} set current_version_id = $3, updated_at = $4 where org_id = $1 and id = $2`, [
    org_id,
    id,
    versionId,
    now,
  ]);
  if (!kind.isGated) return;
  await tx.run(`update ${kind.versionTable} set was_current = true where org_id = $1 and id = $2 and not was_current`, [
    org_id,
    versionId,
  ]);
}

export async function deleteResourceRow(
  tx: Db,
  kind: Versioned,
  { org_id, id }: ResourceRow,
  now: Date,
): Promise<void> {
  if (kind.hidesDeleted)
    await tx.run(`update ${kind.table} set deleted_at = $3 where org_id = $1 and id = $2`, [org_id, id, now]);
  else await tx.run(`delete from ${kind.table} where org_id = $1 and id = $2`, [org_id, id]);
}

const versionColumns = ({ content, isGated }: Versioned): string =>
  `${Object.keys(content)
    .map((column) => `v.${column}, `)
    .join(
      '',
    )}v.id, v.version_name, v.base_version_id, v.created_at, ${isGated ? 'v.was_current' : 'true as was_current'},
   u.id as creator_id, u.email as creator_email, u.first_name as creator_first_name, u.last_name as creator_last_name`;

const creators = 'left join users u on u.id = v.creator_id';

export async function findVersion<C extends Content>(
  db: Db,
  kind: Versioned<C>,
  orgId: string,
  resourceId: string,
  versionId: string,
): Promise<VersionRow<C> | undefined> {
  const rows = await db.query<VersionRow<C>>(
    `select ${versionColumns(kind)} from ${kind.versionTable} v ${creators}
     where v.org_id = $1 and v.${kind.parent} = $2 and v.id = $3`,
    [orgId, resourceId, versionId],
  );
  return rows[0];
}

export type ResourceVersion<C extends Content> = { resource: ResourceRow; version: VersionRow<C> };

/** Finds a version by its id, or the current one by resource id. One statement, so no promotion comes in between. */
export async function findByEitherId<C extends Content>(
  db: Db,
  kind: Versioned<C>,
  orgId: string,
  id: string,
): Promise<ResourceVersion<C> | undefined> {
  const rows = await db.query<VersionRow<C> & { resource: ResourceRow; times: Date[] }>(
    `select ${versionColumns(kind)}, array[r.created_at, r.updated_at] as times,
       json_build_object('id', r.id, 'org_id', r.org_id, 'name', r.name, 'description', r.description,
         'current_version_id', r.current_version_id) as resource
     from ${kind.versionTable} v ${creators} join ${kind.table} r on r.id = v.${kind.parent} and ${isShown(kind)}
     where v.org_id = $1
       and v.id = coalesce((select current_version_id from ${kind.table} where org_id = $1 and id = $2), $2)`,
    [orgId, id],
  );
  if (rows[0] === undefined) return undefined;
  const { resource, times, ...version } = rows[0];
  return {
    resource: { ...resource, created_at: times[0]!, updated_at: times[1]! },
    version: version as unknown as VersionRow<C>,
  };
}

/** Lists the newest first. */
export const listVersions = <C extends Content>(
  db: Db,
  kind: Versioned<C>,
  { org_id, id }: ResourceRow,
  page: Page,
): Promise<Listed<VersionRow<C>>> =>
  listPage(db, {
    columns: versionColumns(kind),
    from: `${kind.versionTable} v`,
    joins: creators,
    where: `v.org_id = $1 and v.${kind.parent} = $2`,
    order: 'v.id desc',
    values: [org_id, id],
    page,
  });

export async function countVersions(tx: Db, kind: Versioned, { org_id, id }: ResourceRow): Promise<number> {
  const rows = await tx.query<{ count: number }>(
    `select count(*)::int as count from ${kind.versionTable} where org_id = $1 and ${kind.parent} = $2`,
    [org_id, id],
  );
  return rows[0]!.count;
}

type NewVersion<C extends Content> = {
  id: string;
  resourceId: string;
  versionName: string;
  baseVersionId: string | null;
  creatorId: number | null;
  isCurrent: boolean;
  now: Date;
  content: C;
};

export async function insertVersion<C extends Content>(
  tx: Db,
  kind: Versioned<C>,
  orgId: string,
  { content, ...version }: NewVersion<C>,
): Promise<void> {
  // Bound one by one: a JSON value inside another one may not have every character.
  const columns = Object.entries(kind.content);
  const values = columns.map(([column, type]) => (type === 'json' ? JSON.stringify(content[column]) : content[column]));
  await tx.run(
    `insert into ${kind.versionTable} (org_id, id, ${kind.parent}, version_name, base_version_id, creator_id, created_at
       ${kind.isGated ? ', was_current' : ''}${columns.map(([column]) => `, ${column}`).join('')})
     select $1::uuid, id, "resourceId", "versionName", "baseVersionId", "creatorId", now
       ${kind.isGated ? ', "isCurrent"' : ''}${columns.map(([, type], index) => `, $${index + 3}::${type}`).join('')}
     from json_to_record($2::json) as v (id uuid, "resourceId" uuid, "versionName" text, "baseVersionId" uuid,
       "creatorId" int, now timestamptz, "isCurrent" boolean)`,
    [orgId, JSON.stringify(version), ...values],
  );
}
