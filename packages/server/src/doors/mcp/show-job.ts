import type { CallToolResult } from '@modelcontextprotocol/server';
import { jobStatus } from '#jobs/record/model.ts';

// Shows an ended job as the result of a tool call.

export type EndedJob = {
  id: string;
  status: number;
  outputs: readonly { key: string; data_type: string; value: string }[] | null;
  errorMessage: string | null;
};

export function showJob(job: EndedJob): CallToolResult {
  if (job.status === jobStatus.failure || job.status === jobStatus.cancelled) {
    return refusal(`${job.errorMessage ?? 'The job was cancelled.'} (job ${job.id})`);
  }
  const all = job.outputs ?? [];
  const outputs = Object.fromEntries(all.map(({ key, value }) => [key, parse(value)]));
  const texts = all.filter(isText).map(({ value }) => value);
  const others = all.filter((output) => !isText(output)).map((output) => showContent(job.id, output));
  return {
    content: [...(texts.length > 0 || others.length === 0 ? [toText(texts.join('\n'))] : []), ...others],
    structuredContent: { job_id: job.id, outputs },
  };
}

type Output = NonNullable<EndedJob['outputs']>[number];
type Content = CallToolResult['content'][number];

const toText = (text: string): Content => ({ type: 'text', text });

const isText = ({ data_type: type }: Output): boolean => type.startsWith('text/') || type === 'application/json';

const DATA_URL = /^data:(?<type>[\w.+-]+\/[\w.+-]+);base64,(?<data>[A-Za-z0-9+/]*={0,2})$/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Pictures and sounds, which remote agents return as base64 or `data:` addresses, are shown as such. */
function showContent(jobId: string, { key, data_type: declared, value }: Output): Content {
  const { type = declared, data = value } = DATA_URL.exec(value)?.groups ?? {};
  const [kind] = type.split('/');
  if ((kind === 'image' || kind === 'audio') && BASE64.test(data)) return { type: kind, data, mimeType: type };
  return { type: 'resource', resource: { uri: `errand://jobs/${jobId}#${key}`, mimeType: declared, text: value } };
}

export const refusal = (text: string): CallToolResult => ({ isError: true, content: [{ type: 'text', text }] });

function parse(value: string): unknown {
  if (!/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
