import { audit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { notFound } from '#platform/errors.ts';
import { databaseNow } from '#platform/ids.ts';
import { deleteAgentRows } from './store.ts';

/** Deletes the results that jobs keep of versions. The jobs domain provides it. */
export type ForgetResults = (tx: Db, orgId: string, versionIds: string[]) => Promise<unknown>;

export async function deleteAgent(
  db: Transactor,
  caller: Caller,
  { id: agentId, name }: { id: string; name: string },
  forgetResults: ForgetResults,
): Promise<void> {
  const { orgId } = caller;
  await db.tx(async (tx) => {
    const versionIds = await deleteAgentRows(tx, orgId, agentId, new Date(databaseNow()));
    if (versionIds === undefined) throw notFound('agent');
    await forgetResults(tx, orgId, versionIds);
    await audit(tx, caller, 'agent.deleted', agentId, { name });
  });
}
