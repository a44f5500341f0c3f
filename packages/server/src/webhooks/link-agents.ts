import { audit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { AppError, invalidFields, notFound } from '#platform/errors.ts';
import { limits } from '#platform/limits.ts';
import { deleteLink, insertLinks, listLinkedAgents, listLinkTargets, lockLinks, lockWebhook } from './store.ts';

/** Links all agents or none. Agents that are already linked stay linked. */
export async function linkAgents(
  db: Transactor,
  caller: Caller,
  webhookId: string,
  agentIds: string[],
): Promise<string[]> {
  return db.tx((tx) => linkIn(tx, caller, webhookId, agentIds));
}

/** Links agents in the caller's transaction. */
export async function linkIn(tx: Db, caller: Caller, webhookId: string, agentIds: string[]): Promise<string[]> {
  const { orgId } = caller;
  const wanted = [...new Set(agentIds.map((id) => id.toLowerCase()))];
  const tooMany = invalidFields({ agent_ids: [`A webhook can be linked to at most ${limits.webhookAgents} agents.`] });
  if (wanted.length > limits.webhookAgents) throw tooMany;
  await lockLinks(tx, orgId);
  if ((await lockWebhook(tx, orgId, webhookId)) === undefined) throw notFound('webhook');
  const targets = new Map((await listLinkTargets(tx, orgId, webhookId, wanted)).map((row) => [row.id, row.others]));
  const unknown = wanted.filter((id) => !targets.has(id));
  if (unknown.length > 0)
    throw invalidFields({
      agent_ids: unknown.slice(0, 10).map((id) => `No agent with id ${id} in this organization.`),
    });
  const full = wanted.filter((id) => targets.get(id)! >= limits.agentWebhooks);
  if (full.length > 0)
    throw invalidFields({
      agent_ids: full
        .slice(0, 10)
        .map((id) => `Agent ${id} already has ${limits.agentWebhooks} webhooks, which is the limit.`),
    });
  const added = await insertLinks(tx, orgId, webhookId, wanted);
  if ((await listLinkedAgents(tx, orgId, webhookId)).length > limits.webhookAgents) throw tooMany;
  if (added === 0) return wanted;
  await audit(tx, caller, 'webhook.linked', webhookId, { agents: added, agent_ids: wanted.slice(0, 100) });
  return wanted;
}

export async function unlinkAgent(db: Transactor, caller: Caller, webhookId: string, agentId: string): Promise<void> {
  await db.tx(async (tx) => {
    if (!(await deleteLink(tx, caller.orgId, webhookId, agentId)))
      throw new AppError('not_found', { detail: 'The webhook is not linked to this agent.' });
    await audit(tx, caller, 'webhook.unlinked', webhookId, { agent_id: agentId });
  });
}
