import { createHash } from 'node:crypto';
import type { Db } from '#platform/db.ts';
import type { Logger } from '#platform/log.ts';
import { createLru } from '#platform/lru.ts';
import { persistently } from '#platform/persist.ts';
import type { BatchLane, LaneCall, LeftLane } from '../models/batch-lane.ts';
import type { Provider } from '../models/settings.ts';
import { addressFor, createApi, interfaceOf } from './interfaces.ts';
import { type CallRow, findCall, insertCall, withdrawCall } from './store.ts';
import { createWireCalls } from './wire-call.ts';

// How a job asks the lane: its call is written down, the job parks, and later it reads the answer.

/** Larger calls, such as pictures of many pages, go to the normal lane. */
const BODY_BYTES_MAX = 4 * 1024 * 1024;
const PROBED_MS = 600_000;

/** The key of a call within its job. */
export const stepKey = (step: string): string => createHash('sha256').update(step).digest('hex').slice(0, 32);

const NOT_IN_LANE: LeftLane = { left: undefined };
const TOO_LATE = 'The batch had no answer in time.';
const leave = ({ created_at: since }: CallRow, why: string): LeftLane => ({ left: { since, why } });

type AskOptions = { system: Db; log: Logger; fetchOf(provider: Provider): typeof fetch };

export function createLaneDoor({ system, log, fetchOf }: AskOptions): BatchLane {
  const wire = createWireCalls();
  const probed = createLru<string, { at: number; has: Promise<boolean> }>(500);

  async function probe(provider: Provider): Promise<boolean> {
    const api = createApi(provider, fetchOf(provider), AbortSignal.timeout(5_000));
    return api.json('GET', interfaceOf(provider).probe).then(
      () => true,
      () => false,
    );
  }

  const lane: BatchLane = {
    has(provider) {
      if (provider.protocol === 'local') return Promise.resolve(false);
      // The providers' own addresses have it. Others have to show it.
      if (provider.baseUrl === undefined && provider.protocol !== 'openai-compatible') return Promise.resolve(true);
      const key = `${addressFor(provider)} ${provider.own?.version ?? provider.id}`;
      const known = probed.get(key);
      if (known !== undefined && performance.now() - known.at < PROBED_MS) return known.has;
      const has = probe(provider);
      probed.set(key, { at: performance.now(), has });
      return has;
    },

    async isAsked(jobId, step) {
      const found = await persistently(() => findCall(system, jobId, stepKey(step)));
      return found !== undefined && (found.answer !== null || found.status === 'queued' || found.status === 'sent');
    },
    async ask(call) {
      const { jobId, provider, modelId, until } = call;
      const step = stepKey(call.step);
      for (;;) {
        const found = await persistently(() => findCall(system, jobId, step));
        // An answer that came after the call was taken back is paid, and may still help.
        if (found?.status === 'answered' || (found?.status === 'withdrawn' && found.answer !== null)) {
          const reply = await wire.read(provider, modelId, call.options, found.answer).catch((error) => {
            log.warn(
              { err: error, event: 'batch-lane.unreadable', job: jobId },
              'the answer of a batch cannot be read',
            );
            return leave(found, 'The answer of the batch cannot be read.');
          });
          return reply;
        }
        if (found?.status === 'failed') return leave(found, found.error ?? 'The batch failed.');
        if (found?.status === 'withdrawn') return leave(found, TOO_LATE);
        if (Date.now() >= until.getTime()) {
          if (found === undefined) return NOT_IN_LANE;
          if (await persistently(() => withdrawCall(system, found.id))) return leave(found, TOO_LATE);
          continue;
        }
        if (found === undefined && !(await write(call, step))) return NOT_IN_LANE;
        await call.wait(until);
      }
    },
  };

  async function write({ orgId, jobId, provider, modelId, options: given }: LaneCall, step: string): Promise<boolean> {
    const { path, body } = await wire.write({ ...provider, baseUrl: addressFor(provider) }, modelId, given);
    const bodyBytes = Buffer.byteLength(JSON.stringify(body));
    if (bodyBytes > BODY_BYTES_MAX) return false;
    const connectionId = provider.own?.connectionId ?? null;
    const call = { orgId, jobId, step, connectionId, provider: provider.id, model: modelId, path, body, bodyBytes };
    await persistently(() => insertCall(system, call));
    return true;
  }

  return lane;
}
