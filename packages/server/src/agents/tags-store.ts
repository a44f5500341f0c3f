import type { Db } from '#platform/db.ts';

export type TagRow = {
  id: string;
  name: string;
  color: string;
  created_at: Date;
  creator: number | null;
  usage_count: number;
};

const columns = `t.id, t.name, t.color, t.created_at, t.creator_id as creator,
  (select count(*)::int from agent_tags g where g.tag_id = t.id) as usage_count`;

export async function listTags(db: Db, orgId: string): Promise<TagRow[]> {
  return db.query<TagRow>(`select ${columns} from tags t where t.org_id = $1 order by lower(t.name)`, [orgId]);
}

export async function findTag(db: Db, orgId: string, id: string): Promise<TagRow | undefined> {
  const rows = await db.query<TagRow>(`select ${columns} from tags t where t.org_id = $1 and t.id = $2`, [orgId, id]);
  return rows[0];
}

/** Returns those of `ids` that are tags of the organization. They cannot be deleted until the transaction ends. */
export async function lockTags(tx: Db, orgId: string, ids: string[]): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(
    'select id from tags where org_id = $1 and id = any ($2::uuid[]) order by id for key share',
    [orgId, ids],
  );
  return new Set(rows.map((row) => row.id));
}

type NewTag = { id: string; name: string; color: string; creatorId: number | null; now: Date };

/** Returns false if the organization already has a tag with that name. */
export async function insertTag(tx: Db, orgId: string, tag: NewTag): Promise<boolean> {
  const inserted = await tx.run(
    `insert into tags (id, org_id, name, color, creator_id, created_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (org_id, lower(name)) do nothing`,
    [tag.id, orgId, tag.name, tag.color, tag.creatorId, tag.now],
  );
  return inserted > 0;
}

/** Null keeps a value. Returns false if there is no such tag. Throws unique_violation if the name is taken. */
export async function updateTag(
  tx: Db,
  orgId: string,
  id: string,
  change: { name: string | null; color: string | null },
): Promise<boolean> {
  const updated = await tx.run(
    `update tags set name = coalesce($3::text, name), color = coalesce($4::text, color)
     where org_id = $1 and id = $2`,
    [orgId, id, change.name, change.color],
  );
  return updated > 0;
}

export async function deleteTag(tx: Db, orgId: string, id: string): Promise<boolean> {
  return (await tx.run('delete from tags where org_id = $1 and id = $2', [orgId, id])) > 0;
}

export async function replaceAgentTags(tx: Db, orgId: string, agentId: string, tagIds: string[]): Promise<void> {
  await tx.run('delete from agent_tags where org_id = $1 and agent_id = $2 and tag_id <> all ($3::uuid[])', [
    orgId,
    agentId,
    tagIds,
  ]);
  await tx.run(
    `insert into agent_tags (org_id, agent_id, tag_id) select $1, $2, unnest($3::uuid[])
     on conflict (agent_id, tag_id) do nothing`,
    [orgId, agentId, tagIds],
  );
}
