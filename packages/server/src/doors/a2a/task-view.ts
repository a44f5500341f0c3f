import { type Artifact, type Message, type Part, Role, type Task, TaskState, type TaskStatus } from '@a2a-js/sdk';
import type { Wait } from '@errand/contract/waits.ts';
import { jobStatus } from '#jobs/record/model.ts';
import { isQuestion } from '../open-waits.ts';

// Shows a job as a task. Both have the same id.

/** The parts of a job that a task shows. Jobs from lists lack some of them. */
export type JobFacts = {
  id: string;
  agent_id?: string;
  status_code: number;
  last_updated_at: string;
  metadata: Record<string, unknown>;
  job_inputs?: { key: string; value: string }[];
  outputs?: { key: string; data_type: string; description: string; value: string }[];
  error_message?: string | null;
  /** What the job waits for. Not set for jobs from lists. */
  waiting?: Asked | null;
};

type Asked = Pick<Wait, 'id' | 'kind' | 'title' | 'body' | 'options' | 'answer_schema'>;

export type MessageMark = { message_id?: string; context_id?: string };

/** The key in the job's metadata for the ids of the message that started it. */
export const MARK = 'a2a';

export function markOf(metadata: Record<string, unknown>): MessageMark {
  const mark = metadata[MARK];
  if (typeof mark === 'string') {
    // Lists return every metadata value as text.
    try {
      return JSON.parse(mark) as MessageMark;
    } catch {
      return {};
    }
  }
  return typeof mark === 'object' && mark !== null ? mark : {};
}

/** A job without a context is its own context. */
export const contextOf = (job: JobFacts): string => markOf(job.metadata).context_id ?? job.id;

export function toTask(job: JobFacts, historyLength?: number): Task {
  const { [MARK]: _, ...metadata } = job.metadata;
  const history = historyOf(job);
  return {
    id: job.id,
    contextId: contextOf(job),
    status: toStatus(job),
    artifacts: artifactsOf(job),
    history: historyLength === undefined ? history : history.slice(0, Math.max(0, historyLength)),
    metadata: Object.keys(metadata).length > 0 ? metadata : undefined,
  };
}

const states: Record<number, TaskState> = {
  [jobStatus.pending]: TaskState.TASK_STATE_SUBMITTED,
  [jobStatus.started]: TaskState.TASK_STATE_WORKING,
  [jobStatus.retry]: TaskState.TASK_STATE_WORKING,
  [jobStatus.success]: TaskState.TASK_STATE_COMPLETED,
  [jobStatus.cached]: TaskState.TASK_STATE_COMPLETED,
  [jobStatus.failure]: TaskState.TASK_STATE_FAILED,
  [jobStatus.cancelled]: TaskState.TASK_STATE_CANCELED,
};

/** Returns what the job asks a person, if anything. */
export const questionOf = ({ waiting }: JobFacts): Asked | undefined =>
  waiting && isQuestion(waiting) ? waiting : undefined;

export const stateOf = (job: JobFacts): TaskState =>
  questionOf(job) ? TaskState.TASK_STATE_INPUT_REQUIRED : (states[job.status_code] ?? TaskState.TASK_STATE_UNSPECIFIED);

/** Returns the status codes for a task state. Empty if no job can be in it. */
export const codesOf = (state: TaskState): number[] =>
  Object.entries(states).flatMap(([code, one]) => (one === state ? [Number(code)] : []));

export function toStatus(job: JobFacts): TaskStatus {
  const state = stateOf(job);
  return { state, message: messageOf(job, state), timestamp: job.last_updated_at };
}

function messageOf(job: JobFacts, state: TaskState): Message | undefined {
  const question = questionOf(job);
  if (question !== undefined) {
    const { id, kind, title, body, options, answer_schema } = question;
    const text = [title, body].filter((one) => one !== '').join('\n\n');
    return agentMessage(job, [textPart(text), dataPart({ wait: { id, kind, options, answer_schema } })]);
  }
  const failed = state === TaskState.TASK_STATE_FAILED || job.status_code === jobStatus.retry;
  return failed && job.error_message ? agentMessage(job, [textPart(job.error_message)]) : undefined;
}

export function artifactsOf({ outputs = [] }: JobFacts): Artifact[] {
  return outputs.map(({ key, data_type: mediaType, description, value }) => ({
    artifactId: key,
    name: key,
    description,
    parts: [valuePart(value, mediaType)],
    metadata: undefined,
    extensions: [],
  }));
}

/** Rebuilds the message that started the job from its inputs. The original is not stored. */
function historyOf(job: JobFacts): Message[] {
  const { message_id: messageId } = markOf(job.metadata);
  if (messageId === undefined || job.job_inputs === undefined) return [];
  const value = Object.fromEntries(job.job_inputs.map((input) => [input.key, input.value]));
  return [{ ...agentMessage(job, [dataPart(value)]), messageId, role: Role.ROLE_USER }];
}

const agentMessage = (job: JobFacts, parts: Part[]): Message => ({
  messageId: `${job.id}-${job.status_code}`,
  contextId: contextOf(job),
  taskId: job.id,
  role: Role.ROLE_AGENT,
  parts,
  metadata: undefined,
  extensions: [],
  referenceTaskIds: [],
});

function valuePart(value: string, mediaType: string): Part {
  if (/[/+]json\b/.test(mediaType)) {
    try {
      return { ...dataPart(JSON.parse(value)), mediaType };
    } catch {
      // Not valid JSON, so it is shown as text.
    }
  }
  return { ...textPart(value), mediaType };
}

const bare = { metadata: undefined, filename: '', mediaType: '' };
const textPart = (value: string): Part => ({ ...bare, content: { $case: 'text', value } });
const dataPart = (value: unknown): Part => ({
  ...bare,
  content: { $case: 'data', value },
  mediaType: 'application/json',
});
