import { hasRole } from '@errand/contract/roles.ts';
import { findRoleNow } from '#orgs/current-role.ts';
import { end, RELEASE } from '#platform/leased-work/definition.ts';
import type { LeasedWork } from '#platform/leased-work/leased-work.ts';
import type { WorkKit } from '#platform/leased-work/work-kit.ts';
import type { Logger } from '#platform/log.ts';
import { type BulkRow, bulkRows, findOperation, type ItemResult, listPending, recordItems } from './store.ts';
import { type WorkDeps, workOn } from './work.ts';

/** Items that are done and recorded together. Few, so that a pause takes effect soon. */
const ITEMS_AT_ONCE = 8;

/**
 * Runs bulk actions as leased work. If a process dies, another one goes on with the items that are not recorded yet.
 */
export function createBulkRuntime({ kit, log, ...deps }: WorkDeps & { kit: WorkKit; log: Logger }): LeasedWork {
  const { system } = deps.database;
  return kit.define({
    rows: bulkRows,
    columns: 't.kind',
    atOnce: 2,
    renewed: true,
    delaysSeconds: [1, 5, 15],
    givesUp: false,
    prune: [
      { days: 1, where: `t.status = 'planned'` },
      { days: 90, where: `t.finished_at < now() - interval '90 days'` },
    ],
    async run({ id, org_id: orgId }, { renew, signal }) {
      const operation = (await findOperation(system, orgId, id))!;
      for (;;) {
        signal.throwIfAborted();
        await renew();
        const items = await listPending(system, id, ITEMS_AT_ONCE);
        if (items.length === 0) {
          log.info({ event: 'bulk.done', operation: id, kind: operation.kind }, 'bulk action done');
          return end({ status: 'done' });
        }
        // Rights are checked before each step, so that an action stops when its user or key loses them.
        const role = await findRoleNow(system, operation.org_id, {
          userId: operation.user_id,
          keyId: operation.key_id,
        });
        if (role === undefined || !hasRole(role, 'member')) {
          log.warn({ event: 'bulk.paused', operation: id, role }, 'bulk action paused, its user or key lost the role');
          return end({ status: 'paused', paused_because: whyPaused(operation, role) });
        }
        const results = await Promise.all(items.map((item) => workOn(deps, { ...operation, role }, item, log)));
        const known = results.filter((result): result is ItemResult => result !== undefined);
        await recordItems(system, id, known);
        if (known.length < items.length) return RELEASE;
      }
    },
  });
}

function whyPaused({ email, key_id: keyId }: BulkRow, role: string | undefined): string {
  const who = keyId === null ? (email ?? 'The user who started it') : 'The API key that started it';
  const now =
    role !== undefined
      ? `now has only the role ${role}`
      : keyId === null
        ? 'is no longer a member'
        : 'is no longer valid';
  return `${who} ${now}. Anyone with the role member can resume it. It then runs with their rights.`;
}
