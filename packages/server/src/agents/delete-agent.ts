import { audit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Transactor } from '#platform/db.ts';
import { notFound } from '#platform/errors.ts';
import { databaseNow } from '#platform/ids.ts';
import { deleteAgentRows } from './store.ts';

export async function deleteAgent(db: Transactor, caller: Caller, agentId: string, name: string): Promise<void> {
  const { orgId } = caller;
  await db.tx(async (tx) => {
    if (!(await deleteAgentRows(tx, orgId, agentId, new Date(databaseNow())))) throw notFound('agent');
    await audit(tx, caller, 'agent.deleted', agentId, { name });
  });
}
