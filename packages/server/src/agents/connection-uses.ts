import type { FindUses } from '#connections/uses.ts';

const NAMES = `v.deleted_at is null and a.deleted_at is null and v.connection_refs <> '{}'`;

/** Agents with an existing version that names a connection, current or not. */
export const connectionUses: FindUses = {
  async list(db, orgId, connectionId) {
    const rows = await db.query<{ id: string; name: string; versions: string[] }>(
      `select a.id, a.name, array_agg(v.version_name order by v.id desc) as versions
       from agent_versions v join agents a on a.id = v.agent_id
       where v.org_id = $1::uuid and ${NAMES}
         and exists (select from jsonb_each_text(v.connection_refs) r where r.value = $2::text)
       group by a.id, a.name order by lower(a.name), a.id limit 1000`,
      [orgId, connectionId],
    );
    return rows.map(({ id, name, versions }) => ({
      kind: 'agent',
      id,
      name,
      detail:
        versions.length === 1 ? `the version ${versions[0]}` : `${versions.length} versions, the newest ${versions[0]}`,
    }));
  },
  async count(db, orgId, connectionIds) {
    const rows = await db.query<{ id: string; count: number }>(
      `select r.value as id, count(distinct a.id)::int as count
       from agent_versions v join agents a on a.id = v.agent_id, jsonb_each_text(v.connection_refs) r
       where v.org_id = $1::uuid and ${NAMES} and r.value = any ($2::text[]) group by r.value`,
      [orgId, connectionIds],
    );
    return new Map(rows.map(({ id, count }) => [id, count]));
  },
};
