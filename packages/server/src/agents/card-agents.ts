import type { InputDefinition } from '@errand/contract/agents.ts';
import type { Db } from '#platform/db.ts';

/** The facts about an agent that others may see before they call it. */
export type CardAgent = {
  id: string;
  org_id: string;
  organization: string;
  name: string;
  description: string;
  version_name: string;
  input_definitions: InputDefinition[];
  tags: string[];
};

const SELECT = `
  select a.id, a.org_id, o.name as organization, a.name, v.description, v.version_name, v.input_definitions,
    array(select t.name from agent_tags l join tags t on t.id = l.tag_id where l.agent_id = a.id order by t.name) as tags
  from agents a
  join agent_versions v on v.id = a.current_version_id
  join organizations o on o.id = a.org_id
  where a.deleted_at is null`;

/** A card is read as a whole, so its length is bounded. */
const AGENTS_MAX = 1_000;

export const listCardAgents = (db: Db, orgId: string): Promise<CardAgent[]> =>
  db.query<CardAgent>(`${SELECT} and a.org_id = $1::uuid order by a.id limit ${AGENTS_MAX}`, [orgId]);

const PUBLIC = 'o.public_agent_cards and o.agents_enabled and o.paused_at is null';

/** Lists the agent cards of all organizations that publish them. */
export const listPublicCardAgents = (system: Db): Promise<CardAgent[]> =>
  system.query<CardAgent>(`${SELECT} and ${PUBLIC} order by a.id limit ${AGENTS_MAX}`);

export async function findCardAgent(db: Db, orgId: string, agentId: string): Promise<CardAgent | undefined> {
  const rows = await db.query<CardAgent>(`${SELECT} and a.org_id = $1::uuid and a.id = $2::uuid`, [orgId, agentId]);
  return rows[0];
}

export async function findPublicCardAgent(system: Db, agentId: string): Promise<CardAgent | undefined> {
  const rows = await system.query<CardAgent>(`${SELECT} and a.id = $1::uuid and ${PUBLIC}`, [agentId]);
  return rows[0];
}
