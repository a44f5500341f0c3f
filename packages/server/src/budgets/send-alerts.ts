import { carryOut } from '#connections/deliveries/carry-out.ts';
import { DriverFailure } from '#connections/model/driver.ts';
import type { Connections } from '#connections/use-connection.ts';
import type { Db } from '#platform/db.ts';
import { end } from '#platform/leased-work/definition.ts';
import type { LeasedWork } from '#platform/leased-work/leased-work.ts';
import type { WorkKit } from '#platform/leased-work/work-kit.ts';
import type { Logger } from '#platform/log.ts';
import { type AlertRow, alertRows, findSettings } from './alerts-store.ts';

// Sends alerts through the connection of the organization, as leased work. An alert is sent once. It may be sent twice
// only if a process stops in the middle; both times with the same key, and the alert says so.

type DueAlert = Pick<AlertRow, 'kind' | 'message' | 'detail' | 'agent_id' | 'created_at'>;

const MAYBE_TWICE =
  'A process stopped in the middle of an earlier attempt, so the alert may have been sent twice, with the same key.';

export type AlertOptions = { kit: WorkKit; system: Db; connections: Connections; log: Logger };

export function createAlertSender({ kit, system, connections, log }: AlertOptions): LeasedWork<DueAlert> {
  return kit.define<DueAlert>({
    rows: alertRows,
    columns: 't.kind, t.message, t.detail, t.agent_id, t.created_at',
    atOnce: 8,
    tryMsMax: 30_000,
    sends: true,
    delaysSeconds: [10, 60, 300, 1_800],
    prune: [{ days: 180 }],
    async run({ id, org_id: orgId, taken_over: wasInterrupted, ...alert }, { signal }) {
      const { connection_id: connectionId, operation, params } = await findSettings(system, orgId);
      if (connectionId === null) throw new DriverFailure('No connection is set for alerts any more.');
      const { kind, message, detail, agent_id, created_at } = alert;
      const payload = { alert: { id, kind, message, detail, agent_id, created_at } };
      await carryOut(connections, orgId, {
        connectionId,
        operation: operation ?? '',
        params,
        payload,
        key: id,
        signal,
      });
      return end({ delivery: 'done', delivery_error: wasInterrupted ? MAYBE_TWICE : null });
    },
    onFailure(error, { id }, isLast) {
      const reason = error instanceof DriverFailure ? error.message.slice(0, 500) : 'The alert could not be delivered.';
      log.warn({ err: error, event: 'alert.delivery', alert: id, reason }, 'an alert was not delivered');
      return { delivery: isLast ? 'failed' : 'pending', delivery_error: reason };
    },
  });
}
