import type { Database } from '#platform/db.ts';
import { again, end, type Outcome } from '#platform/leased-work/definition.ts';
import type { WorkKit } from '#platform/leased-work/work-kit.ts';
import type { Logger } from '#platform/log.ts';
import { ProviderFault } from '../models/faults.ts';
import type { LoadOrgModels } from '../models/org-models.ts';
import type { Provider } from '../models/settings.ts';
import { createLaneDoor, stepKey } from './ask-lane.ts';
import { createLateBilling, type LateDeps } from './bill-late.ts';
import { type BatchRow, carryBatch, findTarget } from './carry-batch.ts';
import { createApi, interfaceOf, uploadBytesMax } from './interfaces.ts';
import { batchRows, collectCalls, deleteCall, failCalls, findCall, hastenCancelled, listAnswered } from './store.ts';

// The lane for calls that can wait. A call is written down and its job parks. Calls of one organization, key and model
// are uploaded together; the answers wake their jobs. Whatever goes wrong here sends a call back to the normal lane,
// where faults are handled as ever.

const SWEEP_MS = 1_000;
const COLLECT_SECONDS = 5;
const POLL_SECONDS_MIN = 15;
const POLL_SECONDS_MAX = 300;
/** Providers ask for minutes. More is a mistake, and would miss deadlines. */
const PAUSE_SECONDS_MAX = 3_600;

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
  billLate: LateDeps['bill'];
};

export function createBatchLane(options: LaneOptions) {
  const { database, kit, log, loadModels, pollSeconds } = options;
  const { system } = database;
  const fetchOf = ({ own }: Provider): typeof fetch => (own === undefined ? options.fetch : options.guarded);
  const lane = createLaneDoor({ system, log, fetchOf });
  const billLate = createLateBilling({ system, log, loadModels, bill: options.billLate });

  const work = kit.define<BatchRow>({
    rows: batchRows,
    columns: `t.connection_id, t.provider, t.model, t.path, t.provider_batch_id, t.not_ours, t.upload_begun_at, t.sent_count,
      t.guessed, t.cancelled_at, t.created_at, t.attempts as tries`,
    atOnce: 8,
    tryMsMax: 240_000,
    sends: true,
    delaysSeconds: pollSeconds === undefined ? [5, 15, 60, 300] : [pollSeconds],
    givesUp: false,
    prune: [{ days: 7 }],
    async run(row, { signal }) {
      const target = await findTarget(loadModels, row);
      if (target === undefined) {
        await failCalls(system, row.id, 'The key of the batch is gone.');
        return end({ status: 'given_up' });
      }
      const { provider } = target;
      const api = createApi(provider, fetchOf(provider), signal);
      const outcome = await carryBatch({ system, log, api, offered: interfaceOf(provider) }, row).catch(pauseAsAsked);
      if (outcome === 'running') return again(nextPoll(row.created_at, pollSeconds));
      if (outcome !== 'over') return outcome;
      await wake();
      return end({ status: 'done' });
    },
  });

  async function wake(): Promise<void> {
    const jobs = await listAnswered(system);
    if (jobs.length > 0) await options.wakeJobs(jobs);
  }

  async function sweep(): Promise<void> {
    if (!database.state.current().writable) return;
    const waitSeconds = Math.min(COLLECT_SECONDS, pollSeconds ?? COLLECT_SECONDS);
    const made = await collectCalls(system, waitSeconds, uploadBytesMax);
    const hastened = await hastenCancelled(system);
    if (made > 0 || hastened > 0) work.wake();
    await wake();
    await billLate();
  }

  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> = Promise.resolve();
  return {
    lane,
    /** To be called when a job has recorded an answer, so that its data is kept once. */
    async forget(jobId: string, step: string): Promise<void> {
      const found = await findCall(system, jobId, stepKey(step));
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

/** A provider says when to come back. */
function pauseAsAsked(error: unknown): Outcome {
  if (!(error instanceof ProviderFault) || error.retryAfterMs === undefined) throw error;
  return again(Math.min(error.retryAfterMs / 1_000, PAUSE_SECONDS_MAX));
}

/** Looks less and less often. */
function nextPoll(createdAt: Date, pollSeconds: number | undefined): number {
  if (pollSeconds !== undefined) return pollSeconds;
  const ageSeconds = (Date.now() - createdAt.getTime()) / 1_000;
  return Math.min(POLL_SECONDS_MAX, Math.max(POLL_SECONDS_MIN, ageSeconds / 4));
}
