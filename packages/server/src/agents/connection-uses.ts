import type { FindUses } from '#platform/domain.ts';

/** Whether a version writes to the connection after its jobs. */
const ACTS = `exists (select from json_array_elements(v.post_actions) p where lower(p ->> 'connection_id') = $2::text)`;
const NAMES = `v.deleted_at is null and a.deleted_at is null and v.connection_refs <> '{}'`;

/** Finds the agents with an existing version, current or not, that uses a connection. */
export const connectionUses: FindUses = {
  async list(db, orgId, connectionId) {
    const rows = await db.query<{ id: string; name: string; versions: string[]; tools: boolean; actions: boolean }>(
      `select a.id, a.name, array_agg(v.version_name order by v.id desc) as versions,
         bool_or(${ACTS}) as actions,
         -- A post action refers to a connection by its id. Tools may do so too.
         bool_or(not ${ACTS} or position($2::text in v.engine_config::text) > 0 or exists (
           select from jsonb_each_text(v.connection_refs) r where r.value = $2::text and r.key <> r.value
         )) as tools
       from agent_versions v join agents a on a.id = v.agent_id
       where v.org_id = $1::uuid and ${NAMES}
         and exists (select from jsonb_each_text(v.connection_refs) r where r.value = $2::text)
       group by a.id, a.name order by lower(a.name), a.id limit 1000`,
      [orgId, connectionId],
    );
    return rows.map(({ id, name, versions, tools, actions }) => {
      const parts = [tools ? 'tools' : '', actions ? 'post actions' : ''].filter(Boolean).join(' and ');
      const of =
        versions.length === 1 ? `the version ${versions[0]}` : `${versions.length} versions, the newest ${versions[0]}`;
      return { kind: 'agent', id, name, detail: `${parts} of ${of}` };
    });
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
