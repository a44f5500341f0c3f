import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { databaseNow } from '#platform/ids.ts';
import type { Logger } from '#platform/log.ts';
import { DriverFailure } from '../model/driver.ts';
import type { Connections } from '../use-connection.ts';
import { fillParams } from './fill-params.ts';
import { pruneActions } from './prune.ts';
import { claimDeliveries, DATA_DELETED, type DueDelivery, updateDelivery } from './store.ts';

// Performs post actions: claims due deliveries, fills the templates from the job's payload, and calls the driver. If a
// process dies, others claim its deliveries when their lease ends. So an action is never lost but may be performed
// twice, both times with the same key.

type Options = {
  database: Database;
  connections: Connections;
  log: Logger;
  /** Returns the whole payload of an ended job, or undefined if its data was deleted. */
  describeJob(jobId: string): Promise<Record<string, unknown> | undefined>;
};

const AT_ONCE = 8;
const LOOK_MS = 1_000;
const ATTEMPT_MS_MAX = 120_000;
const LEASE_SECONDS = 150;
/** Backoff between attempts: soon at first, then for about a day. */
const DELAYS_SECONDS = [5, 30, 120, 600, 1_800, 7_200, 21_600, 43_200];
const PRUNE_MS = 3_600_000;
const MESSAGE_CHARACTERS_MAX = 1_000;
const STOPPED = 'The process stopped during the attempt.';

export function createActionDeliverer({ database, connections, log, describeJob }: Options) {
  const stop = new AbortController();
  const running = new Set<Promise<void>>();
  let loop: Promise<void> = Promise.resolve();
  let pruneTimer: NodeJS.Timeout | undefined;
  let pruning: Promise<unknown> = Promise.resolve();

  async function run(): Promise<void> {
    while (!stop.signal.aborted) {
      const taken = await take();
      // After a claim, more may be due, so the loop goes on at once.
      if (taken === 0) await delay(LOOK_MS, undefined, { signal: stop.signal, ref: false }).catch(() => undefined);
    }
  }

  async function take(): Promise<number> {
    try {
      if (!database.state.current().writable || running.size >= AT_ONCE) return 0;
      const due = await claimDeliveries(database.system, {
        limit: AT_ONCE - running.size,
        leaseSeconds: LEASE_SECONDS,
      });
      for (const delivery of due) {
        const work = deliver(delivery).finally(() => running.delete(work));
        running.add(work);
      }
      return due.length;
    } catch (error) {
      log.warn({ err: error, event: 'post_action.claim' }, 'post actions could not be claimed, will retry');
      return 0;
    }
  }

  async function deliver(delivery: DueDelivery): Promise<void> {
    const startedAt = Date.now();
    const outcome = await attempt(delivery);
    log.info(
      {
        event: 'post_action.attempted',
        delivery: delivery.id,
        job: delivery.job_id,
        org: delivery.org_id,
        operation: delivery.operation,
        attempt: delivery.attempts,
        status: outcome.status,
        ms: Date.now() - startedAt,
      },
      'post action attempted',
    );
    await updateDelivery(database.system, delivery, outcome).catch((error) =>
      log.warn({ err: error, event: 'post_action.record' }, 'post action outcome not recorded'),
    );
  }

  async function attempt(delivery: DueDelivery) {
    try {
      const message = await carryOut(delivery);
      return { status: 'succeeded' as const, message: shorten(message), delaySeconds: 0 };
    } catch (error) {
      // The process that claims it next performs it.
      if (stop.signal.aborted) return { status: 'pending' as const, message: STOPPED, delaySeconds: 0 };
      const isKnown = error instanceof DriverFailure || error instanceof AppError;
      if (!isKnown) log.error({ err: error, event: 'post_action.error', delivery: delivery.id }, 'post action failed');
      const message = shorten(isKnown ? error.message : 'The action failed.');
      const retry = !(error instanceof DriverFailure) || error.retry;
      const delaySeconds = DELAYS_SECONDS[delivery.attempts - delivery.attempts_before - 1];
      return retry && delaySeconds !== undefined
        ? { status: 'pending' as const, message, delaySeconds }
        : { status: 'failed' as const, message, delaySeconds: 0 };
    }
  }

  async function carryOut({ id, org_id: orgId, job_id: jobId, connection_id, operation, ...due }: DueDelivery) {
    const payload = due.payload ?? (await describeJob(jobId));
    if (payload === undefined) throw new DriverFailure(DATA_DELETED);
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(ATTEMPT_MS_MAX)]);
    const opened = await connections.open(orgId, connection_id, { signal });
    const found = opened.driver.deliveries?.[operation];
    if (found === undefined) throw new DriverFailure(`The connection has no operation '${operation}'.`);
    const message = await opened.use((_driver, system) =>
      found.run(system, fillParams(found.params, due.params, payload), id),
    );
    return opened.redactor.text(message);
  }

  function prune(): void {
    pruning = pruneActions(database, databaseNow()).catch((error) =>
      log.warn({ err: error, event: 'post_action.prune' }, 'could not delete old post actions'),
    );
  }

  return {
    start(): void {
      loop = run();
      pruneTimer = setInterval(prune, PRUNE_MS);
    },
    /** Aborts in-flight deliveries. They are due again at once for other processes. */
    async stop(): Promise<void> {
      stop.abort();
      clearInterval(pruneTimer);
      await loop;
      await pruning;
      await Promise.all(running);
    },
  };
}

const shorten = (text: string): string => text.slice(0, MESSAGE_CHARACTERS_MAX);
