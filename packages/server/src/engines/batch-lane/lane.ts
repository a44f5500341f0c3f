import { createHash } from 'node:crypto';
import type { Database } from '#platform/db.ts';
import { again, end, type Outcome } from '#platform/leased-work/definition.ts';
import type { WorkKit } from '#platform/leased-work/work-kit.ts';
import type { Logger } from '#platform/log.ts';
import { createLru } from '#platform/lru.ts';
import { persistently } from '#platform/persist.ts';
import type { BatchLane, LaneCall } from '../models/batch-lane.ts';
import type { LoadOrgModels } from '../models/org-models.ts';
import type { Provider } from '../models/settings.ts';
import { addressFor, createApi, interfaces, type Upload } from './interfaces.ts';
import {
  answerCalls,
  batchRows,
  collectCalls,
  deleteCall,
  failCalls,
  findCall,
  forgetUpload,
  hastenCancelled,
  insertCall,
  listAnswered,
  listBatchCalls,
  listKnownUploads,
  noteCancelled,
  noteUpload,
  withdrawCall,
} from './store.ts';
import { createWireCalls } from './wire-call.ts';

// The lane for calls that can wait. A call is written down and its job parks. Calls of one organization, key and model
// are uploaded together; the answers wake their jobs. Whatever goes wrong here sends a call back to the normal lane,
// where faults are handled as ever.

type BatchRow = {
  connection_id: string | null;
  provider: string;
  model: string;
  path: string;
  provider_batch_id: string | null;
  not_ours: string[];
  cancelled_at: Date | null;
  created_at: Date;
  tries: number;
};

const SWEEP_MS = 1_000;
const COLLECT_SECONDS = 5;
const POLL_SECONDS_MIN = 15;
const POLL_SECONDS_MAX = 300;
/** Larger calls, such as pictures of many pages, go to the normal lane. */
const BODY_BYTES_MAX = 4 * 1024 * 1024;
const PROBED_MS = 600_000;

export type LaneOptions = {
  database: Database;
  kit: WorkKit;
  log: Logger;
  fetch: typeof fetch;
  guarded: typeof fetch;
  loadModels: LoadOrgModels;
  /** One interval for trials. By default it grows. */
  pollSeconds: number | undefined;
  /** Whether this process collects and wakes. */
  runs: boolean;
  /** Ends the waits of parked jobs whose calls are over. */
  wakeJobs(jobs: { job_id: string; org_id: string }[]): Promise<void>;
};

export function createBatchLane(options: LaneOptions) {
  const { database, kit, log, loadModels, pollSeconds } = options;
  const { system } = database;
  const wire = createWireCalls();
  const probed = createLru<string, { at: number; has: Promise<boolean> }>(500);
  const fetchOf = ({ own }: Provider): typeof fetch => (own === undefined ? options.fetch : options.guarded);

  async function probe(provider: Provider): Promise<boolean> {
    const api = createApi(provider, fetchOf(provider), AbortSignal.timeout(5_000));
    return api.json('GET', interfaces[provider.protocol].probe).then(
      () => true,
      () => false,
    );
  }

  const lane: BatchLane = {
    has(provider) {
      // The providers' own addresses have it. Others have to show it.
      if (provider.baseUrl === undefined && provider.protocol !== 'openai-compatible') return Promise.resolve(true);
      const key = `${addressFor(provider)} ${provider.own?.version ?? provider.id}`;
      const known = probed.get(key);
      if (known !== undefined && performance.now() - known.at < PROBED_MS) return known.has;
      const has = probe(provider);
      probed.set(key, { at: performance.now(), has });
      return has;
    },

    async ask(call) {
      const { jobId, provider, modelId, until } = call;
      const step = createHash('sha256').update(call.step).digest('hex').slice(0, 32);
      for (;;) {
        const found = await persistently(() => findCall(system, jobId, step));
        if (found?.status === 'answered') {
          const reply = await wire.read(provider, modelId, call.options, found.answer).catch((error) => {
            log.warn(
              { err: error, event: 'batch-lane.unreadable', job: jobId },
              'the answer of a batch cannot be read',
            );
            return undefined;
          });
          return reply;
        }
        if (found?.status === 'failed' || found?.status === 'withdrawn') return undefined;
        if (Date.now() >= until.getTime()) {
          if (found === undefined || (await persistently(() => withdrawCall(system, found.id)))) return undefined;
          continue;
        }
        if (found === undefined && !(await write(call, step))) return undefined;
        await call.wait(until);
      }
    },
  };

  async function write({ orgId, jobId, provider, modelId, options: given }: LaneCall, step: string): Promise<boolean> {
    const { path, body } = await wire.write({ ...provider, baseUrl: addressFor(provider) }, modelId, given);
    if (Buffer.byteLength(JSON.stringify(body)) > BODY_BYTES_MAX) return false;
    const connectionId = provider.own?.connectionId ?? null;
    const call = { orgId, jobId, step, connectionId, provider: provider.id, model: modelId, path, body };
    await persistently(() => insertCall(system, call));
    return true;
  }

  const work = kit.define<BatchRow>({
    rows: batchRows,
    columns: `t.connection_id, t.provider, t.model, t.path, t.provider_batch_id, t.not_ours, t.cancelled_at, t.created_at,
      t.attempts as tries`,
    atOnce: 8,
    tryMsMax: 240_000,
    sends: true,
    delaysSeconds: pollSeconds === undefined ? [5, 15, 60, 300] : [pollSeconds],
    givesUp: false,
    prune: [{ days: 7 }],
    async run(row, { signal }) {
      const provider = await findProvider(row.org_id, row);
      if (provider === undefined) {
        await failCalls(system, row.id, 'The key of the batch is gone.');
        return end({ status: 'given_up' });
      }
      const api = createApi(provider, fetchOf(provider), signal);
      return proceed(row, api, interfaces[provider.protocol]);
    },
  });

  async function findProvider(orgId: string, { connection_id: id, provider, model }: BatchRow) {
    const { catalog } = await loadModels(orgId);
    const all = [...catalog.offered().map((one) => one.provider), tryResolve(catalog, model)];
    return all.find((one) =>
      id === null ? one?.own === undefined && one?.id === provider : one?.own?.connectionId === id,
    );
  }

  type Row = Parameters<Parameters<typeof kit.define<BatchRow>>[0]['run']>[0];

  async function proceed(
    row: Row,
    api: ReturnType<typeof createApi>,
    offered: (typeof interfaces)['openai'],
  ): Promise<Outcome> {
    const calls = await listBatchCalls(system, row.id);
    const isWanted = calls.some(({ status, runs }) => status === 'sent' && runs);
    let uploaded = row.provider_batch_id;
    if (uploaded === null) {
      const others = new Set([...row.not_ours, ...(await listKnownUploads(system, row.org_id, row.provider))]);
      const upload: Upload = {
        id: row.id,
        model: row.model,
        path: row.path,
        createdAt: row.created_at,
        calls: calls.flatMap(({ id, body }) => (body === null ? [] : [{ id, body }])),
        others,
      };
      // The first try of a row has sent nothing before it, unless a process died in it: then this is the second.
      uploaded = (row.tries > 1 || row.not_ours.length > 0 ? await offered.find(api, upload) : undefined) ?? null;
      if (uploaded === null) {
        if (!isWanted) return end({ status: 'given_up' });
        uploaded = await offered.create(api, upload);
      }
      await noteUpload(system, row.id, uploaded);
    }
    if (!isWanted && row.cancelled_at === null && (await noteCancelled(system, row.id)))
      await offered.cancel(api, uploaded);
    const lines = await offered.look(api, uploaded);
    if (lines === undefined) return again(nextPoll(row.created_at));
    const ours = new Set(calls.map(({ id }) => id));
    if (lines.length > 0 && !lines.some(({ id }) => ours.has(id))) {
      await forgetUpload(system, row.id);
      return again(0);
    }
    await answerCalls(
      system,
      row.id,
      lines.filter(({ id }) => ours.has(id)),
    );
    await failCalls(system, row.id, 'The provider ended the batch without an answer.');
    await wake();
    return end({ status: 'done' });
  }

  function nextPoll(createdAt: Date): number {
    if (pollSeconds !== undefined) return pollSeconds;
    const ageSeconds = (Date.now() - createdAt.getTime()) / 1_000;
    return Math.min(POLL_SECONDS_MAX, Math.max(POLL_SECONDS_MIN, ageSeconds / 4));
  }

  async function wake(): Promise<void> {
    const jobs = await listAnswered(system);
    if (jobs.length > 0) await options.wakeJobs(jobs);
  }

  async function sweep(): Promise<void> {
    if (!database.state.current().writable) return;
    const made = await collectCalls(system, Math.min(COLLECT_SECONDS, pollSeconds ?? COLLECT_SECONDS));
    const hastened = await hastenCancelled(system);
    if (made > 0 || hastened > 0) work.wake();
    await wake();
  }

  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> = Promise.resolve();
  return {
    lane,
    /** To be called when a job has recorded an answer, so that its data is kept once. */
    async forget(jobId: string, step: string): Promise<void> {
      const key = createHash('sha256').update(step).digest('hex').slice(0, 32);
      const found = await findCall(system, jobId, key);
      if (found !== undefined && found.status !== 'sent') await deleteCall(system, found.id);
    },
    start(): void {
      work.start();
      if (!options.runs) return;
      let busy = false;
      timer = setInterval(() => {
        if (busy) return;
        busy = true;
        current = sweep()
          .catch((error) => log.warn({ err: error, event: 'batch-lane.sweep' }, 'the sweep of the batch lane failed'))
          .finally(() => {
            busy = false;
          });
      }, SWEEP_MS);
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      await current;
      await work.stop();
    },
  };
}

function tryResolve(catalog: Awaited<ReturnType<LoadOrgModels>>['catalog'], model: string): Provider | undefined {
  try {
    return catalog.resolve(model).provider;
  } catch {
    return undefined;
  }
}
