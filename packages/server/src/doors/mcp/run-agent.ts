import type { CallToolResult } from '@modelcontextprotocol/server';
import { jobStatus } from '#jobs/record/model.ts';
import type { JobRecord } from '#jobs/record/store.ts';
import type { Caller } from '#platform/caller.ts';
import { AppError } from '#platform/errors.ts';
import { appErrorText } from '../app-error-text.ts';
import { loadAgent, type RunDeps, startRun } from '../start-run.ts';

// A tool call is a run whose caller waits.

type Run = {
  agentId: string;
  inputs: Record<string, unknown>;
  caller: Caller;
  /** Aborted when the client cancels the call or goes away. */
  signal: AbortSignal;
  onProgress(seconds: number): void;
};

const PROGRESS_MS = 5_000;

export async function runAgent(deps: RunDeps, run: Run): Promise<CallToolResult> {
  const { caller, agentId, inputs, signal } = run;
  const startedAt = Date.now();
  const timer = setInterval(() => run.onProgress(Math.round((Date.now() - startedAt) / 1_000)), PROGRESS_MS);
  let cancel: () => void = () => undefined;
  try {
    const snapshot = await loadAgent(deps, caller, agentId);
    const { jobId, ended } = await startRun(deps, { caller, snapshot, inputs, origin: 'mcp' });
    cancel = () => void deps.cancelJob(caller, jobId).catch(() => undefined);
    if (signal.aborted) cancel();
    signal.addEventListener('abort', cancel, { once: true });
    return showJob(await ended);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return refusal(appErrorText(error));
  } finally {
    clearInterval(timer);
    signal.removeEventListener('abort', cancel);
  }
}

function showJob(job: JobRecord): CallToolResult {
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
