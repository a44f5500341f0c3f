import type { FindUses } from '#platform/domain.ts';

/** Pending post actions use their connection, even if their agent is deleted. */
export const deliveryUses: FindUses = {
  async list(db, orgId, connectionId) {
    const rows = await db.query<{ id: string; name: string; job_id: string }>(
      `select id, name, job_id from post_action_deliveries
       where org_id = $1::uuid and connection_id = $2::uuid and status = 'pending' order by id limit 1000`,
      [orgId, connectionId],
    );
    return rows.map(({ id, name, job_id }) => ({
      kind: 'delivery',
      id,
      name,
      detail: `pending post action of job ${job_id}`,
    }));
  },
  async count(db, orgId, connectionIds) {
    const rows = await db.query<{ id: string; count: number }>(
      `select connection_id as id, count(*)::int as count from post_action_deliveries
       where org_id = $1::uuid and connection_id = any ($2::uuid[]) and status = 'pending' group by connection_id`,
      [orgId, connectionIds],
    );
    return new Map(rows.map(({ id, count }) => [id, count]));
  },
};
