import { hasRole } from '@errand/contract/roles.ts';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { jobStatus, priority } from '#jobs/record/model.ts';
import type { JobRecord } from '#jobs/record/store.ts';
import { readRunRequest } from '#jobs/start/run-request.ts';
import { runSync, type SyncDeps } from '#jobs/start/run-sync.ts';
import type { Caller } from '#platform/caller.ts';
import { AppError, forbidden } from '#platform/errors.ts';

// A tool call is a run whose caller waits: the same job, ledger entry and webhook as through the API.

export type RunDeps = SyncDeps & { cancelJob(caller: Caller, jobId: string): Promise<unknown> };

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
  const { caller, agentId, signal } = run;
  const startedAt = Date.now();
  const timer = setInterval(() => run.onProgress(Math.round((Date.now() - startedAt) / 1_000)), PROGRESS_MS);
  let jobId: string | undefined;
  const cancel = (): void => {
    if (jobId !== undefined) void deps.cancelJob(caller, jobId).catch(() => undefined);
  };
  signal.addEventListener('abort', cancel, { once: true });
  try {
    if (!hasRole(caller.role, 'member')) throw forbidden(`This needs the role member; yours is ${caller.role}.`);
    const snapshot = await deps.starter.load(caller, { agentId, versionId: undefined }, { fresh: false });
    const keys = new Set(snapshot.version.inputDefinitions.map(({ key }) => key));
    const request = readRunRequest(
      { inputs: run.inputs },
      { form: false, withMetadata: false, defined: (name) => keys.has(name) },
    );
    const options = {
      caller,
      target: { agentId, versionId: undefined },
      origin: 'mcp',
      priority: priority.waiting,
      skipCache: false,
      idempotency: undefined,
      snapshot,
    } as const;
    const job = await runSync(deps, request, options, (id) => {
      jobId = id;
      if (signal.aborted) cancel();
    });
    return showJob(job);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return refusal(errorMessage(error));
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

function errorMessage({ message, options: { messages, fields } }: AppError): string {
  if (messages !== undefined) return messages.join(' ');
  if (fields === undefined) return message;
  return Object.entries(fields)
    .map(([name, texts]) => `${name}: ${[texts].flat().join(' ')}`)
    .join(' ');
}

function parse(value: string): unknown {
  if (!/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
