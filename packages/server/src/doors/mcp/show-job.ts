import type { CallToolResult } from '@modelcontextprotocol/server';
import { jobStatus } from '#jobs/record/model.ts';

// Shows an ended job as the result of a tool call.

export type EndedJob = {
  id: string;
  status: number;
  outputs: readonly { key: string; value: string }[] | null;
  errorMessage: string | null;
};

export function showJob(job: EndedJob): CallToolResult {
  if (job.status === jobStatus.failure || job.status === jobStatus.cancelled) {
    return refusal(`${job.errorMessage ?? 'The job was cancelled.'} (job ${job.id})`);
  }
  const outputs = Object.fromEntries((job.outputs ?? []).map(({ key, value }) => [key, parse(value)]));
  const texts = (job.outputs ?? []).map(({ value }) => value);
  return {
    content: [{ type: 'text', text: texts.join('\n') }],
    structuredContent: { job_id: job.id, outputs },
  };
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
