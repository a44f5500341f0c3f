import { operations } from '@errand/contract/operations/operations.ts';
import type { Wait } from '@errand/contract/waits.ts';
import { ProtocolError, ProtocolErrorCode, type Server, type ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { isFinal, jobStatus } from '#jobs/record/model.ts';
import { isUuid } from '#platform/ids.ts';
import { isQuestion } from '../open-waits.ts';
import type { CallApi } from '../reply.ts';
import { answerQuestions, inputRequests } from './questions.ts';
import { showJob } from './show-job.ts';

// Long work as tasks. A task is a job under the job's id, so there is nothing to keep: any process tells its state, and it
// stays as long as the job does. Revision 2026-07-28 has tasks as an extension, which the client declares with each
// request; in 2025-11-25 the client asks for one with the call; before that there are none.

export const TASKS = 'io.modelcontextprotocol/tasks';

type Job = {
  id: string;
  status_code: number;
  created_at: string;
  last_updated_at: string;
  outputs: { key: string; value: string }[];
  error_message: string | null;
  error: { code: string } | null;
  waiting: Wait | null;
};

const POLL_MS = 1_000;
const MISSING_CAPABILITY = -32021;
const CLIENT_CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';

const isModern = ({ mcpReq }: ServerContext): boolean => mcpReq.envelope !== undefined;

/** Whether this client takes a task for a result. */
export function takesTasks({ mcpReq }: ServerContext): boolean {
  const capabilities = (mcpReq.envelope as Record<string, unknown> | undefined)?.[CLIENT_CAPABILITIES];
  const { extensions } = (capabilities ?? {}) as { extensions?: Record<string, unknown> };
  return extensions?.[TASKS] !== undefined;
}

/** Made once: making a schema costs more than reading with it. */
const ofTask = { params: z.looseObject({ taskId: z.string() }) };
const ofList = { params: z.looseObject({ cursor: z.string().optional() }) };

type WaitForEnd = (jobId: string, signal: AbortSignal) => Promise<void>;

export function addTasks(server: Server, callApi: CallApi, waitForEnd: WaitForEnd): void {
  async function getJob(taskId: string): Promise<Job> {
    const reply = isUuid(taskId)
      ? await callApi('GET', operations.jobs.get.path.replace(':job_id', taskId))
      : { status: 404, body: undefined };
    if (reply.status !== 200) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no task ${taskId}.`);
    return reply.body as Job;
  }

  server.setRequestHandler('tasks/get', ofTask, async ({ taskId }, context) => {
    requireTasks(context);
    const job = await getJob(taskId);
    if (!isModern(context)) return legacyTask(job);
    return detailedTask(job, isFinal(job.status_code) ? undefined : await inputRequests(callApi, job.id));
  });

  server.setRequestHandler('tasks/cancel', ofTask, async ({ taskId }, context) => {
    requireTasks(context);
    const job = await getJob(taskId);
    if (!isModern(context) && isFinal(job.status_code))
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The task ${taskId} has ended already.`);
    const reply = await callApi('POST', operations.jobs.cancel.path.replace(':job_id', taskId));
    if (reply.status >= 400) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The task cannot be cancelled.');
    return isModern(context) ? {} : legacyTask(await getJob(taskId));
  });

  server.setRequestHandler('tasks/update', ofTask, async ({ taskId }, context) => {
    requireTasks(context);
    const job = await getJob(taskId);
    await answerQuestions(callApi, job.id, context.mcpReq.inputResponses ?? {});
    return {};
  });

  server.setRequestHandler('tasks/result', ofTask, async ({ taskId }, { mcpReq }) => {
    let job = await getJob(taskId);
    if (!isFinal(job.status_code)) {
      await waitForEnd(taskId, mcpReq.signal);
      job = await getJob(taskId);
    }
    return { ...resultOf(job), _meta: { 'io.modelcontextprotocol/related-task': { taskId } } };
  });

  server.setRequestHandler('tasks/list', ofList, async (params) => {
    const query = params.cursor === undefined ? '' : `&cursor=${encodeURIComponent(params.cursor)}`;
    const reply = await callApi('GET', `${operations.jobs.list.path}?page_size=50${query}`);
    if (reply.status !== 200) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'This cursor is unknown.');
    const { results, next_cursor: next } = reply.body as { results: Job[]; next_cursor: string | null };
    return { tasks: results.map(legacyTask), ...(next !== null && { nextCursor: next }) };
  });
}

function requireTasks(context: ServerContext): void {
  if (!isModern(context) || takesTasks(context)) return;
  throw new ProtocolError(MISSING_CAPABILITY, `This needs a client with the extension ${TASKS}.`, {
    requiredCapabilities: { extensions: { [TASKS]: {} } },
  });
}

/** The result of a call that has become a task. */
export const createdTask = (taskId: string) => {
  const now = new Date().toISOString();
  return { resultType: 'task', taskId, status: 'working', createdAt: now, lastUpdatedAt: now, ...KEPT };
};

/** Of 2025-11-25: the task in a member of its own. */
export const createdLegacyTask = (taskId: string) => {
  const { resultType: _, ttlMs, pollIntervalMs, ...task } = createdTask(taskId);
  return { content: [], task: { ...task, ttl: ttlMs, pollInterval: pollIntervalMs } };
};

/** As long as the job, which has no end of its own. */
const KEPT = { ttlMs: null, pollIntervalMs: POLL_MS };

function taskOf(job: Job) {
  const { created_at: createdAt, last_updated_at: lastUpdatedAt } = job;
  const statusMessage = job.status_code === jobStatus.retry ? job.error_message : null;
  return {
    taskId: job.id,
    status: statusOf(job),
    createdAt,
    lastUpdatedAt,
    ...(statusMessage !== null && { statusMessage }),
  };
}

type Status = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';

/** A job that failed is a tool that said so, unless the engine itself broke: then the call was not carried out. */
function statusOf({ status_code: code, waiting, error }: Job): Status {
  if (!isFinal(code)) return waiting && isQuestion(waiting) ? 'input_required' : 'working';
  if (code === jobStatus.cancelled) return 'cancelled';
  return error?.code === 'errand.engines.internal' ? 'failed' : 'completed';
}

const legacyTask = (job: Job) => ({ ...taskOf(job), ttl: KEPT.ttlMs, pollInterval: POLL_MS });

function detailedTask(job: Job, inputRequests: object | undefined) {
  const task = { ...taskOf(job), ...KEPT };
  if (task.status === 'completed') return { ...task, result: resultOf(job) };
  if (task.status === 'failed')
    return {
      ...task,
      error: { code: ProtocolErrorCode.InternalError, message: job.error_message ?? 'The job failed.' },
    };
  if (task.status === 'cancelled') return task;
  // Of several questions some may be answered: it asks until none is left.
  return inputRequests ? { ...task, status: 'input_required', inputRequests } : { ...task, status: 'working' };
}

const resultOf = (job: Job) =>
  showJob({ id: job.id, status: job.status_code, outputs: job.outputs, errorMessage: job.error_message });
