import { insertAudit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { AppError, forbidden, notFound } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';

// Saved views of job lists: private, or shared with the organization.

const VIEWS_MAX = 200;

type ViewRow = {
  id: string;
  name: string;
  search: Record<string, unknown>;
  shared: boolean;
  created_at: Date;
  user_id: number | null;
  key_id: string | null;
  email: string | null;
};

const COLUMNS = 'w.id, w.name, w.search, w.shared, w.created_at, w.user_id, w.key_id, u.email';
const IS_MINE = '(w.user_id = $2::int or ($2::int is null and w.user_id is null and w.key_id = $3::uuid))';

export async function listViews(db: Db, { orgId, userId, keyId }: Caller) {
  const rows = await db.query<ViewRow & { mine: boolean }>(
    `select ${COLUMNS}, coalesce(${IS_MINE}, false) as mine from job_views w left join users u on u.id = w.user_id
      where w.org_id = $1::uuid and (w.shared or ${IS_MINE}) order by lower(w.name), w.id`,
    [orgId, userId, keyId],
  );
  return rows.map(viewOf);
}

const viewOf = ({ id, name, search, shared, mine, email, created_at }: ViewRow & { mine: boolean }) => ({
  id,
  name,
  search,
  shared,
  mine,
  creator: email,
  created_at: created_at.toISOString(),
});

type NewView = { name: string; search: Record<string, unknown>; shared: boolean };

/** Saves a view. Replaces a view of the same person with the same name. */
export async function saveView(database: Transactor, caller: Caller, { name, search, shared }: NewView) {
  const { orgId, userId, keyId } = caller;
  const id = newId();
  await database.tx(async (tx) => {
    await tx.run(
      `delete from job_views w where w.org_id = $1::uuid and ${IS_MINE} and lower(w.name) = lower($4::text)`,
      [orgId, userId, keyId, name],
    );
    const [counted] = await tx.query<{ count: number }>(
      `select count(*)::int as count from job_views w where w.org_id = $1::uuid and ${IS_MINE}`,
      [orgId, userId, keyId],
    );
    if (counted!.count >= VIEWS_MAX)
      throw new AppError('conflict', {
        detail: `You already have ${VIEWS_MAX} views, the most possible. Delete one first.`,
      });
    await tx.run(
      `insert into job_views (id, org_id, user_id, key_id, name, search, shared, created_at)
        values ($1::uuid, $2::uuid, $3::int, $4::uuid, $5::text, $6::json, $7::boolean, now())`,
      [id, orgId, userId, userId === null ? keyId : null, name, JSON.stringify(search), shared],
    );
    await insertAudit(tx, caller, { orgId, action: 'job_view.saved', ...targetOf(id, { name, shared }) });
  });
  return (await listViews(database, caller)).find((view) => view.id === id)!;
}

type View = Awaited<ReturnType<typeof listViews>>[number];

/** Returns a view. A private view of somebody else is not found. */
export async function getView(db: Db, caller: Caller, id: string): Promise<View> {
  const found = (await listViews(db, caller)).find((view) => view.id === id);
  if (found === undefined) throw notFound('view');
  return found;
}

export async function deleteView(database: Transactor, caller: Caller, view: View): Promise<void> {
  const { orgId } = caller;
  if (!view.mine && caller.role !== 'admin') throw forbidden('Only its owner or an admin can delete a shared view.');
  await database.tx(async (tx) => {
    await tx.run('delete from job_views where org_id = $1::uuid and id = $2::uuid', [orgId, view.id]);
    await insertAudit(tx, caller, { orgId, action: 'job_view.deleted', ...targetOf(view.id, view) });
  });
}

const targetOf = (id: string, { name, shared }: { name: string; shared: boolean }) => ({
  targetType: 'job_view',
  targetId: id,
  detail: { name, shared },
});
