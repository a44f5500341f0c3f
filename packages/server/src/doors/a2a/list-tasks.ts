import { type ListTasksRequest, type ListTasksResponse, TaskState } from '@a2a-js/sdk';
import { RequestMalformedError } from '@a2a-js/sdk/errors';
import { operations } from '@errand/contract/operations/operations.ts';
import { isUuid } from '#platform/ids.ts';
import type { CallApi } from '../reply.ts';
import { refuse } from './refusals.ts';
import { codesOf, contextOf, type JobFacts, toTask } from './task-view.ts';

type Deps = {
  /** Undefined: of all agents. */
  agentId: string | undefined;
  callApi: CallApi;
  getJob(jobId: string): Promise<JobFacts>;
};

/** A page of jobs. `token` is empty on the last one. */
type Page = { jobs: JobFacts[]; token: string; total: number };

const PAGE_MAX = 100;
const PAGE = 50;

/** Lists tasks: of one agent most recently changed first, of all agents newest first. */
export async function listTasks(deps: Deps, params: ListTasksRequest): Promise<ListTasksResponse> {
  const size = pageSizeOf(params.pageSize);
  checkHistoryLength(params.historyLength);
  const after = timeOf(params.statusTimestampAfter);
  const query = new URLSearchParams({ page_size: String(size) });
  if (params.status === TaskState.UNRECOGNIZED) throw new RequestMalformedError('status must be a state of a task.');
  if (params.status !== TaskState.TASK_STATE_UNSPECIFIED) {
    const codes = codesOf(params.status);
    if (codes.length === 0) return { tasks: [], nextPageToken: '', pageSize: size, totalSize: 0 };
    query.set('status_code', codes.join(','));
  }
  // A UUID may be the id of a task without a context. `search` finds both ids and metadata.
  if (isUuid(params.contextId)) query.set('search', params.contextId);
  else if (params.contextId !== '') query.set('metadata', params.contextId);
  const page = await (deps.agentId === undefined
    ? pageOfAll(deps.callApi, query, params.pageToken)
    : pageOfAgent(deps.callApi, deps.agentId, query, { token: params.pageToken, after }));
  const found = page.jobs.filter(
    (job) =>
      Date.parse(job.last_updated_at) >= after && (params.contextId === '' || contextOf(job) === params.contextId),
  );
  const jobs = params.includeArtifacts ? await Promise.all(found.map(({ id }) => deps.getJob(id))) : found;
  return {
    tasks: jobs.map((job) => toTask(job, params.historyLength)),
    nextPageToken: page.token,
    pageSize: size,
    totalSize: page.total,
  };
}

type At = { token: string; after: number };

/** The token is the number of the page. Jobs that changed before `after` end the list. */
async function pageOfAgent(
  callApi: CallApi,
  agentId: string,
  query: URLSearchParams,
  { token, after }: At,
): Promise<Page> {
  const page = token === '' ? 1 : Number(token);
  if (!Number.isInteger(page) || page < 1 || page > 100_000) throw new RequestMalformedError('Unknown page token.');
  query.set('page', String(page));
  query.set('ordering', '-last_updated_at');
  const path = operations.jobs.ofAgent.path.replace(':agent_id', agentId);
  const { count, next, results } = await getJson<{ count: number; next: string | null; results: JobFacts[] }>(
    callApi,
    `${path}?${query}`,
  );
  const isLast = next === null || results.some((job) => Date.parse(job.last_updated_at) < after);
  return { jobs: results, token: isLast ? '' : String(page + 1), total: count };
}

/** The token is a cursor. The total is that of the newest 20,000 jobs. */
async function pageOfAll(callApi: CallApi, query: URLSearchParams, token: string): Promise<Page> {
  if (token !== '' && !isUuid(token)) throw new RequestMalformedError('Unknown page token.');
  const filters = new URLSearchParams([...query].filter(([name]) => name !== 'page_size'));
  if (token !== '') query.set('cursor', token);
  const [{ results, next_cursor: next }, { counted }] = await Promise.all([
    getJson<{ results: JobFacts[]; next_cursor: string | null }>(callApi, `${operations.jobs.list.path}?${query}`),
    getJson<{ counted: number }>(callApi, `${operations.jobs.facets.path}?${filters}`),
  ]);
  return { jobs: results, token: next ?? '', total: counted };
}

async function getJson<T>(callApi: CallApi, path: string): Promise<T> {
  const reply = await callApi('GET', path);
  if (reply.status !== 200) throw refuse(reply);
  return reply.body as T;
}

function pageSizeOf(given: number | undefined): number {
  if (given === undefined) return PAGE;
  if (!(Number.isInteger(given) && given >= 1 && given <= PAGE_MAX))
    throw new RequestMalformedError(`pageSize must be an integer from 1 to ${PAGE_MAX}.`);
  return given;
}

export function checkHistoryLength(given: number | undefined): void {
  if (given !== undefined && !(Number.isInteger(given) && given >= 0))
    throw new RequestMalformedError('historyLength must be a non-negative integer.');
}

/** Returns milliseconds, or 0 if no time is given. */
function timeOf(given: string | undefined): number {
  if (given === undefined) return 0;
  const at = Date.parse(given);
  if (Number.isNaN(at)) throw new RequestMalformedError('statusTimestampAfter must be a timestamp.');
  return at;
}
