import { findRunnable, findRunnableVersion, type Snapshot } from '#agents/snapshot.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/db.ts';
import { AppError, forbidden, notFound } from '#platform/errors.ts';
import { createLru } from '#platform/lru.ts';

// Caches agents for a moment. A stale entry does no harm, because the accepting statement compares it with the stored
// agent. The age only decides how soon requests for a deleted agent are refused before their body is read.

export type Target = { agentId: string; versionId?: string | undefined };

const AGE_MS_MAX = 2_000;

export function createSnapshots(database: Database) {
  const known = createLru<string, { snapshot: Snapshot; at: number }>(5_000);
  const keyOf = ({ agentId, versionId }: Target): string =>
    versionId === undefined ? agentId : `${agentId} ${versionId}`;

  async function read(target: Target): Promise<Snapshot | undefined> {
    return target.versionId === undefined
      ? findRunnable(database.system, target.agentId)
      : findRunnableVersion(database.system, target.agentId, target.versionId);
  }

  async function fetch(caller: Pick<Caller, 'orgId'>, target: Target): Promise<Snapshot> {
    const at = Date.now();
    const snapshot = await read(target);
    if (snapshot !== undefined) {
      // Not cached: a paused agent, so that the end of the pause is noticed at once, and an agent with a skill set or
      // knowledge base, which the accepting statement does not compare.
      if (snapshot.paused || snapshot.skillVersionId !== null || snapshot.knowledgeVersion !== null)
        known.delete(keyOf(target));
      else known.set(keyOf(target), { snapshot, at });
      return owned(snapshot, caller);
    }
    known.delete(keyOf(target));
    // Checks the owner first: an unknown version of another organization's agent is forbidden, not unknown.
    const agent = target.versionId === undefined ? undefined : await findRunnable(database.system, target.agentId);
    if (agent !== undefined) owned(agent, caller);
    throw notFound(agent === undefined ? 'agent' : 'version of this agent');
  }

  function recall(target: Target): Snapshot | undefined {
    const entry = known.get(keyOf(target));
    return entry !== undefined && Date.now() - entry.at < AGE_MS_MAX ? entry.snapshot : undefined;
  }

  return {
    /** Returns the agent to run, or throws not found or forbidden. `fresh` reads past the cache. */
    load(
      caller: Pick<Caller, 'orgId'>,
      target: Target,
      options: { fresh?: boolean } = {},
    ): Snapshot | Promise<Snapshot> {
      const snapshot = options.fresh ? undefined : recall(target);
      return snapshot === undefined ? fetch(caller, target) : owned(snapshot, caller);
    },
    forget(target: Target): void {
      known.delete(keyOf(target));
    },
  };
}

function owned(snapshot: Snapshot, caller: Pick<Caller, 'orgId'>): Snapshot {
  if (snapshot.orgId !== caller.orgId) throw forbidden('This agent belongs to another organization.');
  if (snapshot.paused) throw new AppError('organization_paused');
  return snapshot;
}
