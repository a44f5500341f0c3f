import { type ListTasksRequest, type ListTasksResponse, TaskState } from '@a2a-js/sdk';
import { RequestMalformedError } from '@a2a-js/sdk/errors';
import { operations } from '@errand/contract/operations/operations.ts';
import { isUuid } from '#platform/ids.ts';
import type { CallApi } from '../reply.ts';
import { refuse } from './refusals.ts';
import { codesOf, contextOf, type JobFacts, toTask } from './task-view.ts';

type Deps = {
  agentId: string;
  callApi: CallApi;
  getJob(jobId: string): Promise<JobFacts>;
};

type Page = { count: number; next: string | null; results: JobFacts[] };

const PAGE_MAX = 100;
const PAGE = 50;

/** Lists tasks, most recently changed first. The page token is the page number. */
export async function listTasks(deps: Deps, params: ListTasksRequest): Promise<ListTasksResponse> {
  const size = pageSizeOf(params.pageSize);
  const page = params.pageToken === '' ? 1 : Number(params.pageToken);
  if (!Number.isInteger(page) || page < 1 || page > 100_000) throw new RequestMalformedError('Unknown page token.');
  const query = new URLSearchParams({ page: String(page), page_size: String(size), ordering: '-last_updated_at' });
  if (params.status !== TaskState.TASK_STATE_UNSPECIFIED) {
    const codes = codesOf(params.status);
    if (codes.length === 0) return { tasks: [], nextPageToken: '', pageSize: size, totalSize: 0 };
    query.set('status_code', codes.join(','));
  }
  // A UUID may be the id of a task without a context. `search` finds both ids and metadata.
  if (isUuid(params.contextId)) query.set('search', params.contextId);
  else if (params.contextId !== '') query.set('metadata', params.contextId);
  const after = timeOf(params.statusTimestampAfter);
  const path = operations.jobs.ofAgent.path.replace(':agent_id', deps.agentId);
  const reply = await deps.callApi('GET', `${path}?${query}`);
  if (reply.status !== 200) throw refuse(reply);
  const { count, next, results } = reply.body as Page;
  const young = results.filter((job) => Date.parse(job.last_updated_at) >= after);
  const found = young.filter((job) => params.contextId === '' || contextOf(job) === params.contextId);
  const hasMore = next !== null && young.length === results.length;
  const jobs = params.includeArtifacts ? await Promise.all(found.map(({ id }) => deps.getJob(id))) : found;
  return {
    tasks: jobs.map((job) => toTask(job, params.historyLength)),
    nextPageToken: hasMore ? String(page + 1) : '',
    pageSize: size,
    totalSize: count,
  };
}

function pageSizeOf(given: number | undefined): number {
  if (given === undefined) return PAGE;
  if (!(Number.isInteger(given) && given >= 1 && given <= PAGE_MAX))
    throw new RequestMalformedError(`pageSize must be an integer from 1 to ${PAGE_MAX}.`);
  return given;
}

/** Returns milliseconds, or 0 if no time is given. */
function timeOf(given: string | undefined): number {
  if (given === undefined) return 0;
  const at = Date.parse(given);
  if (Number.isNaN(at)) throw new RequestMalformedError('statusTimestampAfter must be a timestamp.');
  return at;
}
