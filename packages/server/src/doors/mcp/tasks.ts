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

// Tasks for long calls. A task is a job and has its id, so no extra state is stored: any process knows its status, and
// it lives as long as the job. In revision 2026-07-28 tasks are an extension that the client declares with each
// request. In 2025-11-25 the client requests a task with the call. Earlier revisions have no tasks.

export const TASKS = 'io.modelcontextprotocol/tasks';

type Job = {
  id: string;
  status_code: number;
  created_at: string;
  last_updated_at: string;
  outputs: { key: string; data_type: string; value: string }[];
  error_message: string | null;
  error: { code: string } | null;
  waiting: Wait | null;
};

const POLL_MS = 1_000;
const MISSING_CAPABILITY = -32021;
const CLIENT_CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';

const isModern = ({ mcpReq }: ServerContext): boolean => mcpReq.envelope !== undefined;

/** Whether the client accepts a task as a result. */
export function takesTasks({ mcpReq }: ServerContext): boolean {
  const capabilities = (mcpReq.envelope as Record<string, unknown> | undefined)?.[CLIENT_CAPABILITIES];
  const { extensions } = (capabilities ?? {}) as { extensions?: Record<string, unknown> };
  return extensions?.[TASKS] !== undefined;
}

/** Created once, because creating a schema costs more than parsing with it. */
const ofTask = { params: z.looseObject({ taskId: z.string() }) };
const ofList = { params: z.looseObject({ cursor: z.string().optional() }) };

type WaitForEnd = (jobId: string, signal: AbortSignal) => Promise<void>;

export function addTasks(server: Server, callApi: CallApi, waitForEnd: WaitForEnd): void {
  async function getJob(taskId: string): Promise<Job> {
    const reply = isUuid(taskId)
      ? await callApi('GET', operations.jobs.get.path.replace(':job_id', taskId))
      : { status: 404, body: undefined };
    if (reply.status !== 200) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Task ${taskId} not found.`);
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
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Task ${taskId} has already ended.`);
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
    if (reply.status !== 200) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown cursor.');
    const { results, next_cursor: next } = reply.body as { results: Job[]; next_cursor: string | null };
    return { tasks: results.map(legacyTask), ...(next !== null && { nextCursor: next }) };
  });
}

function requireTasks(context: ServerContext): void {
  if (!isModern(context) || takesTasks(context)) return;
  throw new ProtocolError(MISSING_CAPABILITY, `The client must declare the extension ${TASKS}.`, {
    requiredCapabilities: { extensions: { [TASKS]: {} } },
  });
}

/** Builds the result of a call that became a task. */
export const createdTask = (taskId: string) => {
  const now = new Date().toISOString();
  return { resultType: 'task', taskId, status: 'working', createdAt: now, lastUpdatedAt: now, ...KEPT };
};

/** The same for revision 2025-11-25, which has the task in its own member. */
export const createdLegacyTask = (taskId: string) => {
  const { resultType: _, ttlMs, pollIntervalMs, ...task } = createdTask(taskId);
  return { content: [], task: { ...task, ttl: ttlMs, pollInterval: pollIntervalMs } };
};

/** Tasks do not expire: they live as long as their job. */
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

/** A failed job is a completed call with an error result. The task only failed if the engine itself broke. */
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
  // The task requires input until all its questions are answered.
  return inputRequests ? { ...task, status: 'input_required', inputRequests } : { ...task, status: 'working' };
}

const resultOf = (job: Job) =>
  showJob({ id: job.id, status: job.status_code, outputs: job.outputs, errorMessage: job.error_message });
