import type {
  AgentCard,
  CancelTaskRequest,
  GetTaskRequest,
  ListTasksRequest,
  ListTasksResponse,
  Message,
  SendMessageRequest,
  StreamResponse,
  SubscribeToTaskRequest,
  Task,
} from '@a2a-js/sdk';
import {
  RequestMalformedError,
  TaskNotCancelableError,
  TaskNotFoundError,
  UnsupportedOperationError,
} from '@a2a-js/sdk/errors';
import type { A2ARequestHandler } from '@a2a-js/sdk/server';
import { operations } from '@errand/contract/operations/operations.ts';
import { discardStaged } from '#files/keep-content.ts';
import { isFinal, JOB_SECONDS_MAX } from '#jobs/record/model.ts';
import type { Caller } from '#platform/caller.ts';
import { isUuid } from '#platform/ids.ts';
import type { Logger } from '#platform/log.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { ChangeDeps } from '#webhooks/change-webhook.ts';
import { stageUploads } from '../message-inputs.ts';
import { answerWait, watchForQuestion } from '../open-waits.ts';
import type { CallApi } from '../reply.ts';
import { loadAgent, type RunDeps, type RunningJob, startRun } from '../start-run.ts';
import { chooseSkill } from './choose-skill.ts';
import { checkHistoryLength, listTasks } from './list-tasks.ts';
import { createPushConfigs } from './push-configs.ts';
import { idempotencyOf, readAnswer, readMessage } from './read-message.ts';
import { refuse, toA2aError } from './refusals.ts';
import { streamTask } from './stream-task.ts';
import { type JobFacts, MARK, questionOf, toTask } from './task-view.ts';

// Serves one agent, or all agents of an organization, as an A2A server, for one request of one caller. A task is a job:
// sending a message starts one, and every other method reads or changes it through the API.

export type A2aDeps = RunDeps & {
  storage: Storage;
  log: Logger;
  onJobNews(jobId: string, wake: () => void): () => void;
} & ChangeDeps;

export type A2aCall = {
  /** Undefined for the organization: each message names the agent as a skill. */
  agentId: string | undefined;
  caller: Caller;
  callApi: CallApi;
  card(): Promise<AgentCard>;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
};

export function createRequestHandler(deps: A2aDeps, call: A2aCall): A2ARequestHandler {
  const { agentId, caller, callApi, signal } = call;

  /** Turns every error into one of the protocol. */
  const told = <T>(work: () => Promise<T>): Promise<T> =>
    work().catch((error: unknown) => {
      throw toA2aError(error, deps.log);
    });

  const getJob = (taskId: string): Promise<JobFacts> => readJob(call, taskId);
  const push = createPushConfigs(deps, { caller, told, getJob });

  /** Answers the question that the task asks. */
  async function answer(message: Message): Promise<RunningJob> {
    const job = await getJob(message.taskId);
    const question = questionOf(job);
    if (question === undefined) throw takesNoMessage(job);
    const reply = await answerWait(callApi, question.id, readAnswer(message));
    if (reply.status >= 400) throw refuse(reply);
    const ended = deps.watcher.untilFinal(job.id, deps.stopping, JOB_SECONDS_MAX * 1_000) as Promise<never>;
    ended.catch(() => undefined);
    return { jobId: job.id, ended };
  }

  /** Starts a job for the message, or returns the one that the same message started before. */
  async function start(params: SendMessageRequest): Promise<RunningJob> {
    const { message } = params;
    checkHistoryLength(params.configuration?.historyLength);
    if (message === undefined) throw new RequestMalformedError('message is required.');
    if (message.taskId !== '') return answer(message);
    const chosen = agentId ?? (await chooseSkill(deps.database, caller.orgId, params));
    const snapshot = await loadAgent(deps, caller, chosen);
    const { inputs, uploads } = readMessage(message, snapshot.version.inputDefinitions);
    const idempotency = idempotencyOf(chosen, message);
    const mark = { message_id: message.messageId, ...(message.contextId && { context_id: message.contextId }) };
    const metadata = { ...params.metadata, ...message.metadata, [MARK]: mark };
    const files = await stageUploads(deps.storage, caller.orgId, uploads);
    try {
      const running = await startRun(deps, { caller, snapshot, inputs, files, metadata, origin: 'a2a', idempotency });
      running.ended.catch(() => undefined);
      const config = params.configuration?.taskPushNotificationConfig;
      if (config !== undefined) await push.save({ ...config, taskId: running.jobId });
      return running;
    } finally {
      await discardStaged(deps.storage, files);
    }
  }

  return {
    getAgentCard: call.card,
    getAuthenticatedExtendedAgentCard: () =>
      Promise.reject(new UnsupportedOperationError('The card says all: there is no extended one.')),
    ...push.methods,

    sendMessage: (params) =>
      told(async (): Promise<Task> => {
        const { jobId, ended } = await start(params);
        if (!params.configuration?.returnImmediately)
          await endOrQuestion(deps, { jobId, ended, orgId: caller.orgId, signal });
        return toTask(await getJob(jobId), params.configuration?.historyLength);
      }),

    async *sendMessageStream(params): AsyncGenerator<StreamResponse, void, undefined> {
      const { jobId } = await told(() => start(params));
      yield* streamTask(deps, { jobId, getJob, signal });
    },

    async *resubscribe({ id }: SubscribeToTaskRequest): AsyncGenerator<StreamResponse, void, undefined> {
      const job = await told(() => getJob(id));
      if (isFinal(job.status_code)) throw new UnsupportedOperationError(`Task ${id} has ended. Get it instead.`);
      yield* streamTask(deps, { jobId: id, getJob, signal });
    },

    getTask: ({ id, historyLength }: GetTaskRequest) =>
      told(async () => {
        checkHistoryLength(historyLength);
        return toTask(await getJob(id), historyLength);
      }),

    cancelTask: ({ id }: CancelTaskRequest) =>
      told(async () => {
        const job = await getJob(id);
        if (isFinal(job.status_code)) throw new TaskNotCancelableError(`Task ${id} has already ended.`);
        const reply = await callApi('POST', operations.jobs.cancel.path.replace(':job_id', id));
        if (reply.status >= 400) throw refuse(reply);
        return toTask(await getJob(id));
      }),

    listTasks: (params: ListTasksRequest): Promise<ListTasksResponse> =>
      told(() => listTasks({ agentId, callApi, getJob }, params)),
  };
}

async function readJob({ agentId, callApi }: A2aCall, taskId: string): Promise<JobFacts> {
  if (taskId === '') throw new RequestMalformedError('The id of a task is required.');
  const reply = isUuid(taskId)
    ? await callApi('GET', operations.jobs.get.path.replace(':job_id', taskId))
    : { status: 404, body: undefined };
  if (reply.status === 404 || reply.status === 403) throw new TaskNotFoundError(`Task ${taskId} not found.`);
  if (reply.status !== 200) throw refuse(reply);
  const job = reply.body as JobFacts;
  if (agentId !== undefined && job.agent_id !== agentId)
    throw new TaskNotFoundError(`This agent has no task ${taskId}.`);
  return job;
}

const takesNoMessage = ({ id, status_code: status }: JobFacts): UnsupportedOperationError =>
  new UnsupportedOperationError(
    `Task ${id} ${isFinal(status) ? 'has ended' : 'asks no question'}. To start a new task, send a message without a taskId.`,
  );

type Waiting = { jobId: string; ended: Promise<unknown>; orgId: string; signal: AbortSignal };

/** Waits until the job ends or asks a question. If the process stops or the client disconnects, the job goes on. */
async function endOrQuestion({ database }: A2aDeps, { jobId, ended, orgId, signal }: Waiting): Promise<void> {
  const question = watchForQuestion(database, orgId, jobId);
  await Promise.race([ended.catch(() => undefined), question.asked, left(signal)]);
  question.stop();
}

const left = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
