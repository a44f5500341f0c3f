import type { AnyJob } from '@errand/sdk';
import { errand } from '../../session/client.ts';
import { type JobSearch, toJobFilter } from './job-search.ts';
import { type BulkKind, type Progress, runEach } from './run-each.ts';

// One action on many jobs, a few at a time, with progress and a way to stop. What was done stays done.

type BulkJob = Pick<AnyJob, 'id' | 'agent_id'>;

type BulkOptions = {
  kind: BulkKind;
  /** Run again with the version that is current now, instead of the one that ran. */
  withCurrentVersion: boolean;
  onProgress(progress: Progress): void;
  signal: AbortSignal;
};

const AT_ONCE = 4;
/** Nobody means to run a hundred thousand jobs again by one click. */
export const BULK_MAX = 10_000;

export async function runBulk(jobs: AsyncIterable<BulkJob> | Iterable<BulkJob>, options: BulkOptions) {
  const { kind, withCurrentVersion, ...rest } = options;
  const versionOf = rememberVersions();
  return runEach(jobs, { ...rest, atOnce: AT_ONCE }, async ({ id, agent_id: agentId }) => {
    if (kind === 'cancel') await errand.jobs.cancel(id);
    else await errand.jobs.retry(id, { agent_version_id: withCurrentVersion ? await versionOf(agentId) : undefined });
  });
}

/** Each agent is asked once, however many of its jobs there are. */
function rememberVersions(): (agentId: string) => Promise<string> {
  const known = new Map<string, Promise<string>>();
  return (agentId) => {
    const found = known.get(agentId) ?? errand.agents.get(agentId).then((agent) => agent.current_version_id);
    known.set(agentId, found);
    return found;
  };
}

/** Every job that fits the filters, newest first, up to a number. */
export async function* everyMatching(
  search: JobSearch,
  signal: AbortSignal,
  accepts: (job: AnyJob) => boolean = () => true,
): AsyncGenerator<AnyJob> {
  const filter = toJobFilter(search, Date.now());
  let cursor: string | undefined;
  for (let taken = 0; taken < BULK_MAX; ) {
    const page = await errand.jobs.list({ ...filter, cursor, page_size: 100 }, { signal });
    for (const job of page.results) {
      if (!accepts(job)) continue;
      yield job;
      taken += 1;
    }
    if (page.next_cursor === null) return;
    cursor = page.next_cursor;
  }
}
