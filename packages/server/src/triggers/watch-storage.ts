import { createHash } from 'node:crypto';
import type { StoredObject } from '#connections/model/driver.ts';
import type { Connections } from '#connections/use-connection.ts';
import type { Database } from '#platform/db.ts';
import { databaseNow, newId } from '#platform/ids.ts';
import { listFailed } from './condition.ts';
import { mapEvent, TooLarge } from './mapping.ts';
import { CONDITION } from './receive.ts';
import { insertEvents, type NewRun, recordEvent } from './runs-store.ts';
import { claimStorageTriggers, type TriggerRow } from './store.ts';

// Storage triggers list the objects below their prefix. Path and etag of an object identify an event: the key of
// trigger_runs lets each start one job, whichever process lists it, and however often.

export type WatchDeps = { database: Database; connections: Connections; signal: AbortSignal };

/** A listing that takes longer fails, and a run says so. */
const LIST_MS_MAX = 60_000;
const EVENTS_AT_ONCE = 500;
/** Shorter than events are kept, so that an object is not new again when its event has been deleted. */
const NEW_DAYS = 29;
const DAY_MS = 86_400_000;
/** Storages report whole seconds. */
const PRECISION_MS = 1_000;

/** Lists the objects of due triggers. Returns true if any was due. */
export async function watchStorage(deps: WatchDeps): Promise<boolean> {
  const triggers = await claimStorageTriggers(deps.database.system);
  for (const trigger of triggers) await look(deps, trigger);
  return triggers.length > 0;
}

async function look({ database, connections, signal }: WatchDeps, trigger: TriggerRow): Promise<void> {
  const { org_id: orgId, created_at: createdAt } = trigger;
  const since = Math.max(createdAt.getTime(), databaseNow() - NEW_DAYS * DAY_MS) - PRECISION_MS;
  try {
    const opened = await connections.open(orgId, trigger.connection_id!, {
      by: { agentId: trigger.agent_id ?? undefined },
      signal: AbortSignal.any([signal, AbortSignal.timeout(LIST_MS_MAX)]),
    });
    await opened.use(async (driver, system) => {
      let found: NewRun[] = [];
      for await (const object of driver.files!.list(system, trigger.prefix ?? '')) {
        if (object.modifiedAt.getTime() < since) continue;
        found.push(toRun(trigger, object, opened.row.name));
        if (found.length < EVENTS_AT_ONCE) continue;
        await insertEvents(database.system, found);
        found = [];
      }
      await insertEvents(database.system, found);
    });
  } catch (error) {
    if (signal.aborted) return;
    await recordEvent(database.system, failedLook(trigger, (error as Error).message));
  }
}

function toRun(trigger: TriggerRow, object: StoredObject, connection: string): NewRun {
  const { path, size, etag } = object;
  const url = `connection://${encodeURIComponent(connection)}/${path.split('/').map(encodeURIComponent).join('/')}`;
  const event = { key: path, size, etag, url };
  const run = { ...base(trigger), delivery_key: keyOf(`${path} ${etag}`), delivery_id: path.slice(0, 255) };
  const [failed] = listFailed(trigger.condition, event);
  if (failed !== undefined) return { ...run, outcome: 'skipped', reason: `${CONDITION}: ${failed.path} ${failed.op}.` };
  try {
    return { ...run, outcome: 'starting', reason: null, inputs: mapEvent(trigger.mapping, event), job_id: newId() };
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    return { ...run, outcome: 'failed', reason: error.message };
  }
}

/** Reports a failed listing once an hour, however often it fails. */
const failedLook = (trigger: TriggerRow, message: string): NewRun => ({
  ...base(trigger),
  delivery_key: `look ${new Date(databaseNow()).toISOString().slice(0, 13)}`,
  delivery_id: null,
  outcome: 'failed',
  reason: `The objects could not be listed: ${message}`.slice(0, 2_000),
});

const base = (trigger: TriggerRow) => ({
  id: newId(),
  org_id: trigger.org_id,
  trigger_id: trigger.id,
  inputs: null,
  job_id: null,
  at: new Date(databaseNow()),
  address: null,
});

const keyOf = (text: string): string => (text.length <= 1_500 ? text : createHash('sha256').update(text).digest('hex'));
