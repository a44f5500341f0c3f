import type { Db } from '#platform/db.ts';

// Programs name agents by slug, in A2A as in the OpenAI shape: the name in lower case with dashes. The oldest agent of a
// name has the plain slug, later ones the end of their id after it. A number would move on when an agent is deleted.

export type NamedAgent = { id: string; name: string };

/** Assigns a slug to each agent. They must come oldest first. */
export function assignSlugs<T extends NamedAgent>(agents: readonly T[]): Map<string, T> {
  const slugs = new Map<string, T>();
  for (const agent of agents) {
    const slug = slugify(agent.name);
    const names = [slug, `${slug}-${agent.id.slice(-8)}`, `${slug}-${agent.id}`];
    slugs.set(names.find((name) => !slugs.has(name))!, agent);
  }
  return slugs;
}

const LENGTH_MAX = 80;

export function slugify(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = plain.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-+|-+$/g, '');
  return words.slice(0, LENGTH_MAX) || 'unnamed';
}

/** Returns all agents of an organization by slug. Ids are in the order of creation. */
export async function listAgentsBySlug(db: Db, orgId: string): Promise<Map<string, NamedAgent>> {
  return assignSlugs(
    await db.query<NamedAgent>(
      `select id, name from agents where org_id = $1::uuid and deleted_at is null order by id`,
      [orgId],
    ),
  );
}

/** An agent as programs list it. The version's content never changes, but for its description. */
export type ListedAgent = NamedAgent & { version_id: string; description: string };

/** Lists all agents of an organization, oldest first, without their configuration, which may be large. */
export const listNamedAgents = (db: Db, orgId: string): Promise<ListedAgent[]> =>
  db.query<ListedAgent>(
    `select a.id, a.name, a.current_version_id as version_id, v.description
     from agents a join agent_versions v on v.id = a.current_version_id
     where a.org_id = $1::uuid and a.deleted_at is null order by a.created_at, a.id`,
    [orgId],
  );
