import type { Connectors } from '#connections/registry.ts';
import { findConnection } from '#connections/store.ts';
import type { Db } from '#platform/db.ts';
import type { FindUses } from '#platform/domain.ts';

/** Finds triggers that watch the objects of a connection. */
export const triggerUses: FindUses = {
  async list(db, orgId, connectionId) {
    const rows = await db.query<{ id: string; name: string }>(
      'select id, name from triggers where org_id = $1 and connection_id = $2 order by lower(name), id limit 1000',
      [orgId, connectionId],
    );
    return rows.map(({ id, name }) => ({ kind: 'trigger', id, name, detail: 'watches its objects' }));
  },
  async count(db, orgId, connectionIds) {
    const rows = await db.query<{ id: string; count: number }>(
      `select connection_id as id, count(*)::int as count from triggers
       where org_id = $1 and connection_id = any ($2::uuid[]) group by connection_id`,
      [orgId, connectionIds],
    );
    return new Map(rows.map(({ id, count }) => [id, count]));
  },
};

/** Returns why a storage trigger cannot watch this connection, if so. */
export async function findConnectionProblem(
  db: Db,
  connectors: Connectors,
  orgId: string,
  id: string,
): Promise<string | undefined> {
  const connection = await findConnection(db, orgId, id);
  if (connection === undefined) return 'No connection with this id. GET /v1/connections/ lists those you have.';
  const driver = connectors.findDriver(connection.connector_type);
  return driver?.files === undefined
    ? `A connection of type ${connection.connector_type} has no objects. Use one of type s3.`
    : undefined;
}
