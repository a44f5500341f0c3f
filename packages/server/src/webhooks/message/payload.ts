import { parseJson } from '#platform/json.ts';
import { BODY_BYTES_MAX } from './model.ts';

/** A job that ended, with the names that its event tells. */
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

const SUCCEEDED = [3, 6];

/**
 * The body of a delivery. It is made once, when it is first sent, and sent unchanged by every attempt: receivers may
 * compare bodies, and the signature covers the time of the attempt by its header.
 */
export function buildBody(job: CompletedJob, sentAt: Date): string {
  const output = SUCCEEDED.includes(job.status) ? outputOf(job.outputs) : null;
  const metadata = `"metadata":${JSON.stringify(job.metadata)}`;
  const whole = render(job, sentAt, `"output":${JSON.stringify(output)},${metadata}`);
  if (fits(whole)) return whole;
  const cut = output === null ? '"output":null' : '"output":null,"output_truncated":true';
  const short = render(job, sentAt, `${cut},${metadata}`);
  if (fits(short)) return short;
  const { errorMessage } = job;
  return render(
    { ...job, errorMessage: errorMessage?.slice(0, 2_000) ?? null },
    sentAt,
    `${cut},"metadata":{},"metadata_truncated":true`,
  );
}

/** Put together from texts, most of which are known already: as one object it would take twice as long to write. */
function render(job: CompletedJob, sentAt: Date, data: string): string {
  const succeeded = SUCCEEDED.includes(job.status);
  const error = job.errorMessage ?? (job.status === 5 ? 'The job was cancelled.' : '');
  return (
    `{"timestamp":"${isoText(sentAt)}","agent":${namedText(job.agent)},"agent_version":${namedText(job.version)}` +
    `,"job":{"id":"${job.id}","status":"${succeeded ? 'succeeded' : 'failed'}","status_code":${job.status}` +
    `,"cost":${job.cost},"created_at":"${isoText(job.createdAt)}","completed_at":"${isoText(job.completedAt)}"` +
    `,${data}${succeeded ? '' : `,"error_message":${JSON.stringify(error)}`}}` +
    `,"organization":${namedText(job.organization)}}`
  );
}

type Named = CompletedJob['agent'];
const namedTexts = new WeakMap<Named, string>();

/** Many jobs share one agent, one version, one organization. */
function namedText(named: Named): string {
  let text = namedTexts.get(named);
  if (text === undefined) {
    text = JSON.stringify(named);
    namedTexts.set(named, text);
  }
  return text;
}

/** Moments to the second as text; those of many jobs lie close together. */
const seconds = new Map<number, string>();

function isoText(moment: Date): string {
  const ms = moment.getTime();
  const second = Math.floor(ms / 1_000);
  let text = seconds.get(second);
  if (text === undefined) {
    if (seconds.size >= 100) seconds.clear();
    text = moment.toISOString().slice(0, -4);
    seconds.set(second, text);
  }
  return `${text}${String(ms - second * 1_000).padStart(3, '0')}Z`;
}

const fits = (body: string): boolean => Buffer.byteLength(body) <= BODY_BYTES_MAX;

/** One item: its value; several: an object of key to value. */
function outputOf(outputs: CompletedJob['outputs']): unknown {
  if (outputs.length === 0) return null;
  if (outputs.length === 1) return parsedValue(outputs[0]!);
  return Object.fromEntries(outputs.map((output) => [output.key, parsedValue(output)]));
}

function parsedValue({ data_type: type, value }: CompletedJob['outputs'][number]): unknown {
  if (!/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type)) return value;
  // Far too long to be sent: not worth the time to parse.
  if (value.length > 2 * BODY_BYTES_MAX) return value;
  try {
    return parseJson(value);
  } catch {
    return value;
  }
}
