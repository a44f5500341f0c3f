import type { Role } from '@errand/contract/roles.ts';
import { AppError } from '#platform/errors.ts';
import { type Attempt, end, StoppedEachTime } from '#platform/leased-work/definition.ts';
import type { LeasedWork } from '#platform/leased-work/leased-work.ts';
import type { Claim } from '#platform/leased-work/rows.ts';
import type { WorkKit } from '#platform/leased-work/work-kit.ts';
import { limits } from '#platform/limits.ts';
import type { Logger } from '#platform/log.ts';
import { deliveryRows } from '../delivery-rows.ts';
import { DriverFailure } from '../model/driver.ts';
import type { Connections } from '../use-connection.ts';
import { carryOut } from './carry-out.ts';
import { DATA_DELETED, DUE_COLUMNS, type DueDelivery } from './store.ts';

// Performs post actions as leased work: fills the templates from the job's payload, and calls the driver. An action is
// performed twice only if a process stops in the middle; both times with the same key, and the delivery says so.

export type ActionOptions = {
  kit: WorkKit;
  connections: Connections;
  log: Logger;
  /** Returns the whole payload of an ended job, or undefined if its data was deleted. */
  describeJob(jobId: string): Promise<Record<string, unknown> | undefined>;
  /** The roles of everybody who caused the job. Null stands for somebody whom nobody knows. */
  findRequesterRoles(orgId: string, jobId: string): Promise<(Role | null)[]>;
};

const MESSAGE_CHARACTERS_MAX = 1_000;
const MAYBE_TWICE =
  'A process stopped in the middle of an earlier attempt, so the action may have been performed twice, with the same key.';

export function createActionDeliverer(options: ActionOptions): LeasedWork<DueDelivery> {
  const { kit, connections, log, describeJob, findRequesterRoles } = options;
  async function deliver(delivery: DueDelivery & Claim, { signal }: Attempt): Promise<string> {
    const { id, org_id: orgId, job_id: jobId, connection_id: connectionId, operation, params } = delivery;
    const payload = delivery.payload ?? (await describeJob(jobId));
    if (payload === undefined) throw new DriverFailure(DATA_DELETED);
    const by = { agentId: delivery.agent_id, roles: await findRequesterRoles(orgId, jobId) };
    return carryOut(connections, orgId, { connectionId, operation, params, payload, key: id, signal, by });
  }

  return kit.define<DueDelivery>({
    rows: deliveryRows,
    columns: DUE_COLUMNS,
    atOnce: 8,
    tryMsMax: 120_000,
    sends: true,
    // Soon at first, then for about a day.
    delaysSeconds: [5, 30, 120, 600, 1_800, 7_200, 21_600, 43_200],
    prune: [{ days: limits.webhookHistoryDays }],
    async run(delivery, attempt) {
      const message = await deliver(delivery, attempt);
      note(log, delivery, 'succeeded');
      return end({
        status: 'succeeded',
        message: shorten(delivery.taken_over ? `${message} ${MAYBE_TWICE}` : message),
      });
    },
    isFinal: (error) => error instanceof DriverFailure && !error.retry,
    onFailure(error, delivery, isLast) {
      const status = isLast ? 'failed' : 'pending';
      note(log, delivery, status, error);
      const message = isTold(error) ? error.message : 'The action failed.';
      return { status, message: shorten(message) };
    },
  });
}

const isTold = (error: unknown): error is Error =>
  error instanceof DriverFailure || error instanceof AppError || error instanceof StoppedEachTime;

function note(log: Logger, delivery: DueDelivery & Claim, status: string, error?: unknown): void {
  const { id, job_id: job, org_id: org, operation, attempt } = delivery;
  const fields = { event: 'post_action.attempted', delivery: id, job, org, operation, attempt, status };
  if (error === undefined || isTold(error)) log.info(fields, 'post action attempted');
  else log.error({ ...fields, err: error }, 'post action failed');
}

const shorten = (text: string): string => text.slice(0, MESSAGE_CHARACTERS_MAX);
