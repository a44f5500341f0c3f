import { jobStatus, succeededStatuses } from '@errand/contract/job-status.ts';
import { parseJson } from '#platform/json.ts';
import { BODY_BYTES_MAX } from './model.ts';

/** An ended job, with the names that its event contains. */
export type CompletedJob = {
  id: string;
  status: number;
  cost: number;
  createdAt: Date;
  completedAt: Date;
  outputs: { key: string; data_type: string; value: string }[];
  metadata: Record<string, unknown>;
  errorMessage: string | null;
  agent: { id: string; name: string };
  version: { id: string; name: string };
  organization: { id: string; name: string };
};

const hasSucceeded = ({ status }: CompletedJob): boolean => (succeededStatuses as readonly number[]).includes(status);

/**
 * Builds the body of a delivery. It is built once, for the first attempt, and every attempt sends it unchanged:
 * receivers may compare bodies, and the signature covers the time of the attempt by its header. `more` adds members
 * beside the job.
 */
export function buildBody(job: CompletedJob, sentAt: Date, more: Record<string, unknown> = {}): string {
  const output = hasSucceeded(job) ? outputOf(job.outputs) : null;
  const whole = render(job, sentAt, { output, metadata: job.metadata }, more);
  if (fits(whole)) return whole;
  const cut = output === null ? { output } : { output: null, output_truncated: true };
  const short = render(job, sentAt, { ...cut, metadata: job.metadata }, more);
  if (fits(short)) return short;
  const errorMessage = job.errorMessage?.slice(0, ERROR_CHARACTERS_MAX) ?? null;
  return render({ ...job, errorMessage }, sentAt, { ...cut, metadata: {}, metadata_truncated: true }, more);
}

const ERROR_CHARACTERS_MAX = 2_000;

/** Builds the same event as a value, without a limit of its length, for uses that do not send it. */
export const buildEvent = (job: CompletedJob, at: Date): Record<string, unknown> => {
  const output = hasSucceeded(job) ? outputOf(job.outputs, Number.POSITIVE_INFINITY) : null;
  return parseJson(render(job, at, { output, metadata: job.metadata })) as Record<string, unknown>;
};

function render(
  job: CompletedJob,
  sentAt: Date,
  data: Record<string, unknown>,
  more: Record<string, unknown> = {},
): string {
  const succeeded = hasSucceeded(job);
  const error = job.errorMessage ?? (job.status === jobStatus.cancelled ? 'The job was cancelled.' : '');
  return JSON.stringify({
    timestamp: sentAt,
    agent: job.agent,
    agent_version: job.version,
    job: {
      id: job.id,
      status: succeeded ? 'succeeded' : 'failed',
      status_code: job.status,
      cost: job.cost,
      created_at: job.createdAt,
      completed_at: job.completedAt,
      ...data,
      ...(!succeeded && { error_message: error }),
    },
    organization: job.organization,
    ...more,
  });
}

const fits = (body: string): boolean => Buffer.byteLength(body) <= BODY_BYTES_MAX;

/** Returns the value of a single output, or an object of key to value for several. */
function outputOf(outputs: CompletedJob['outputs'], charactersMax = 2 * BODY_BYTES_MAX): unknown {
  if (outputs.length === 0) return null;
  if (outputs.length === 1) return parsedValue(outputs[0]!, charactersMax);
  return Object.fromEntries(outputs.map((output) => [output.key, parsedValue(output, charactersMax)]));
}

function parsedValue({ data_type: type, value }: CompletedJob['outputs'][number], charactersMax: number): unknown {
  if (!/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type)) return value;
  // Far too long to be sent: not worth the time to parse.
  if (value.length > charactersMax) return value;
  try {
    return parseJson(value);
  } catch {
    return value;
  }
}
