import type { Database } from '#platform/db.ts';
import type { ClaimedJob } from '../queue/claim.ts';
import { storableJson } from '../record/storable.ts';

/** Two reports a second are enough for people; more would only load the table. */
const PAUSE_MS = 500;
const BYTES_MAX = 8_192;

/** Stores the latest progress of running jobs, where every process can read it. Losing a report is harmless. */
export function createProgress(database: Database, onReported: (jobId: string) => void) {
  const pending = new Map<string, { job: ClaimedJob; data: Record<string, unknown> }>();
  const busy = new Set<string>();

  async function write(jobId: string): Promise<void> {
    const entry = pending.get(jobId);
    if (entry === undefined) return;
    pending.delete(jobId);
    const text = jsonText(entry.data);
    if (text === undefined || text.length > BYTES_MAX) return;
    await database.queue
      .run(
        `insert into job_progress (job_id, org_id, seq, data)
          select job_id, org_id, 1, $3::json from job_queue where job_id = $1 and claim = $2
          on conflict (job_id) do update set seq = job_progress.seq + 1, data = excluded.data`,
        [entry.job.jobId, entry.job.claim, text],
      )
      .then(() => onReported(jobId))
      .catch(() => undefined);
  }

  return {
    report(job: ClaimedJob, data: Record<string, unknown>): void {
      pending.set(job.jobId, { job, data });
      if (busy.has(job.jobId)) return;
      busy.add(job.jobId);
      void (async () => {
        while (pending.has(job.jobId)) {
          await write(job.jobId);
          await new Promise((resolve) => setTimeout(resolve, PAUSE_MS).unref());
        }
        busy.delete(job.jobId);
      })();
    },
  };
}

/** Returns undefined for data that is not JSON: a bad report must not fail the job or the process. */
function jsonText(data: unknown): string | undefined {
  try {
    return storableJson(data);
  } catch {
    return undefined;
  }
}
