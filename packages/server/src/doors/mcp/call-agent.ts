import { operations } from '@errand/contract/operations/operations.ts';
import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Caller } from '#platform/caller.ts';
import { isUuid } from '#platform/ids.ts';
import type { CallApi } from '../reply.ts';
import { createProgress } from './progress.ts';
import { answerQuestions, inputRequests, questionText } from './questions.ts';
import { type ProgressDeps, runAgent } from './run-agent.ts';
import { refusal } from './show-job.ts';
import { createdLegacyTask, createdTask, takesTasks } from './tasks.ts';

// Calls an agent's tool. Depending on the client's revision and capabilities, returns a result, a task or a question.

export type Session = {
  caller: Caller;
  callApi: CallApi;
  /** The arguments of a call, which the library has not seen. */
  given?: Record<string, unknown> | undefined;
};

export type CallDeps = ProgressDeps & {
  /** A call that takes longer becomes a task. */
  taskAfterMs: number;
};

type Call = { agentId: string; inputs: Record<string, unknown>; wantsTask: boolean };

export async function callAgent(
  deps: CallDeps,
  { caller, callApi }: Session,
  { agentId, inputs, wantsTask }: Call,
  context: ServerContext,
): Promise<CallToolResult> {
  const { mcpReq } = context;
  const isModern = mcpReq.envelope !== undefined;
  // In revision 2025-11-25 the client requests a task, which then begins at once.
  const isAsked = !isModern && wantsTask;
  const jobId = isModern ? await resume(callApi, agentId, context) : undefined;
  const ran = await runAgent(deps, {
    agentId,
    inputs,
    ...(jobId !== undefined && { jobId }),
    caller,
    signal: mcpReq.signal,
    ...createProgress(context),
    taskAfterMs: isAsked ? 0 : takesTasks(context) ? deps.taskAfterMs : undefined,
  });
  if ('result' in ran) return ran.result;
  if (isAsked) return createdLegacyTask(ran.jobId) as never;
  // A question is returned as the call's response if the call has not become a task yet, otherwise in the task.
  const requests =
    ran.asked && isModern && takesQuestions(context) ? await inputRequests(callApi, ran.jobId) : undefined;
  if (requests !== undefined) {
    const requestState = `${ran.jobId}.${Object.keys(requests)[0]}`;
    return { resultType: 'input_required', inputRequests: requests, requestState } as never;
  }
  return takesTasks(context) ? (createdTask(ran.jobId) as never) : refusal(await questionText(callApi, ran.jobId));
}

/** Passes on the client's answers and returns their job. `requestState` has the ids of the job and the question. */
async function resume(callApi: CallApi, agentId: string, { mcpReq }: ServerContext): Promise<string | undefined> {
  const state = mcpReq.requestState<unknown>();
  if (state === undefined) return undefined;
  const [jobId = '', waitId = '', ...rest] = String(state).split('.');
  const job = isUuid(jobId) && isUuid(waitId) && rest.length === 0 ? await findJob(callApi, jobId) : undefined;
  if (job?.agent_id !== agentId)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'This requestState does not belong to this tool.');
  await answerQuestions(callApi, jobId, mcpReq.inputResponses ?? {});
  return jobId;
}

async function findJob(callApi: CallApi, jobId: string): Promise<{ agent_id: string } | undefined> {
  const { status, body } = await callApi('GET', operations.jobs.get.path.replace(':job_id', jobId));
  return status === 200 ? (body as { agent_id: string }) : undefined;
}

/** Whether the client can ask its person, in the revision that allows it without a session. */
export function takesQuestions({ mcpReq }: ServerContext): boolean {
  const capabilities = (mcpReq.envelope as Record<string, unknown> | undefined)?.[
    'io.modelcontextprotocol/clientCapabilities'
  ] as { elicitation?: unknown } | undefined;
  return capabilities?.elicitation !== undefined;
}
