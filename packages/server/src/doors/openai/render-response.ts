import { publishReferences } from '#jobs/read/public-references.ts';
import { outputViews } from '#jobs/read/views.ts';
import { isFinal, jobStatus, type Streamed } from '#jobs/record/model.ts';
import type { JobRecord } from '#jobs/record/store.ts';
import { findOpenWait } from '#jobs/record/wait-store.ts';
import type { Db } from '#platform/db.ts';

// A job in the shape of a response.

export const responseId = (jobId: string): string => `resp_${jobId.replaceAll('-', '')}`;

/** Returns the id of the job, or undefined if it is no id of a response. */
export function jobIdOf(id: string): string | undefined {
  const [, a, b, c, d, e] = /^resp_([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})$/i.exec(id) ?? [];
  return a === undefined ? undefined : [a, b, c, d, e].join('-').toLowerCase();
}

export const itemId = (jobId: string, generation: number): string =>
  `msg_${jobId.replaceAll('-', '')}${generation > 1 ? `_${generation}` : ''}`;

export type ResponseView = ReturnType<typeof renderResponse>;

const statuses = {
  [jobStatus.pending]: 'queued',
  [jobStatus.started]: 'in_progress',
  [jobStatus.retry]: 'in_progress',
  [jobStatus.success]: 'completed',
  [jobStatus.failure]: 'failed',
  [jobStatus.cancelled]: 'cancelled',
  [jobStatus.cached]: 'completed',
} as const;

/** The text of a response is the value of the first output. */
export const textOf = (job: JobRecord, base: string): string | undefined =>
  publishReferences(outputViews(job), base)[0]?.value;

export const messageItem = (id: string, text: string, status: 'in_progress' | 'completed' | 'incomplete') => ({
  id,
  type: 'message',
  role: 'assistant',
  status,
  content: text === '' && status !== 'completed' ? [] : [{ type: 'output_text', text, annotations: [] }],
});

/** Which beginning of the text became the answer. */
export const streamedOf = ({ status, events }: JobRecord): Streamed | undefined =>
  isFinal(status) ? events.at(-1)?.streamed : undefined;

/** The member of the job's metadata that marks a response in the background. */
export const BACKGROUND = 'openai_background';

export type Facts = {
  job: JobRecord;
  /** Slug of the agent. */
  model: string;
  base: string;
  waitId?: string | undefined;
  /** Input tokens that providers had in their caches. */
  cachedTokens?: number;
};

export function renderResponse({ job, model, base, waitId, cachedTokens = 0 }: Facts) {
  const text = textOf(job, base);
  const isOver = isFinal(job.status);
  const input = job.inputTokens ?? 0;
  const output = job.outputTokens ?? 0;
  return {
    id: responseId(job.id),
    object: 'response',
    created_at: Math.floor(job.createdAt.getTime() / 1_000),
    status: statuses[job.status],
    background: job.metadata?.[BACKGROUND] === 'true',
    model,
    output:
      isOver && text !== undefined
        ? [messageItem(itemId(job.id, streamedOf(job)?.generation ?? 1), text, 'completed')]
        : [],
    usage: isOver
      ? {
          input_tokens: input,
          input_tokens_details: { cached_tokens: cachedTokens },
          output_tokens: output,
          output_tokens_details: { reasoning_tokens: 0 },
          total_tokens: input + output,
        }
      : null,
    error:
      job.status === jobStatus.failure
        ? { code: 'server_error', message: job.errorMessage ?? 'The job failed.' }
        : null,
    incomplete_details: null,
    instructions: null,
    parallel_tool_calls: false,
    temperature: null,
    top_p: null,
    tool_choice: 'none',
    tools: [],
    metadata: {
      ...textsOf(job.metadata),
      job_id: job.id,
      agent_id: job.agentId,
      version_id: job.versionId,
      cost: String(job.cost ?? 0),
      ...(waitId !== undefined && { wait_url: `${base}/v1/waits/${waitId}/` }),
      ...(job.errorCode !== null && { failure_code: job.errorCode }),
    } as Record<string, string>,
  };
}

const textsOf = (metadata: Record<string, unknown> | null): Record<string, string> =>
  Object.fromEntries(
    Object.entries(metadata ?? {}).filter((one): one is [string, string] => typeof one[1] === 'string'),
  );

/** Only a started job can wait. */
export async function findWaitId(db: Db, orgId: string, job: JobRecord): Promise<string | undefined> {
  return job.status === jobStatus.started ? (await findOpenWait(db, orgId, job.id))?.id : undefined;
}
