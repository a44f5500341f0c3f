import type { ConnectionUse } from '@errand/contract/connections.ts';
import type { FindUses } from '#platform/domain.ts';

/** Finds what uses a connection. Agents, triggers and other users lie above this domain, so they register. */
export const joinUses = (finders: readonly FindUses[]): FindUses => ({
  async list(db, orgId, connectionId) {
    const uses: ConnectionUse[] = [];
    for (const finder of finders) uses.push(...(await finder.list(db, orgId, connectionId)));
    return uses;
  },
  async count(db, orgId, connectionIds) {
    const counts = new Map(connectionIds.map((id) => [id, 0]));
    for (const finder of finders) {
      for (const [id, count] of await finder.count(db, orgId, connectionIds))
        counts.set(id, (counts.get(id) ?? 0) + count);
    }
    return counts;
  },
});
