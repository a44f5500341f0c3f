import type { Database } from '#platform/db.ts';
import { forbidden, notFound } from '#platform/errors.ts';
import { type AgentRow, agentExists, findAgent } from './store.ts';
import { findVersion, type VersionRow } from './versions-store.ts';

/** Returns the organization's agent. Another organization's is forbidden; an unknown or deleted one is not found. */
export async function getAgent(database: Database, orgId: string, agentId: string): Promise<AgentRow> {
  const agent = await findAgent(database.tenant(orgId), orgId, agentId);
  if (agent !== undefined) return agent;
  if (await agentExists(database.system, agentId)) throw forbidden('This agent belongs to another organization.');
  throw notFound('agent');
}

export async function getVersion(
  database: Database,
  orgId: string,
  agentId: string,
  versionId: string,
): Promise<{ agent: AgentRow; version: VersionRow }> {
  const agent = await getAgent(database, orgId, agentId);
  const version = await findVersion(database.tenant(orgId), orgId, agentId, versionId);
  if (version === undefined) throw notFound('version of this agent');
  return { agent, version };
}
