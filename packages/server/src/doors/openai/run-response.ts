import type { FastifyRequest } from 'fastify';
import { discardStaged } from '#files/keep-content.ts';
import { baseUrl } from '#http/base-url.ts';
import { readIdempotencyKey } from '#http/idempotency-key.ts';
import type { FollowDeps } from '#jobs/read/follow-job.ts';
import { sumCachedTokens } from '#jobs/read/job-steps.ts';
import type { EraseDeps } from '#jobs/record/delete-data.ts';
import { findRecord, type JobRecord } from '#jobs/record/store.ts';
import { hashBody } from '#jobs/start/idempotency.ts';
import { skipsCache } from '#jobs/start/run-headers.ts';
import type { Caller } from '#platform/caller.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { stageUploads } from '../message-inputs.ts';
import { watchForQuestion } from '../open-waits.ts';
import { type DoorRun, type RunDeps, startInBackground, startRun } from '../start-run.ts';
import { listModels, loadModel } from './models.ts';
import { type Asked, placeInputs } from './read-request.ts';
import { BACKGROUND, findWaitId, type ResponseView, renderResponse, textOf } from './render-response.ts';

// Starts the job of a response and reads it, for responses and chat completions.

export type OpenAiDeps = RunDeps & FollowDeps & EraseDeps;

export type Start = {
  caller: Caller;
  request: FastifyRequest;
  body: Record<string, unknown>;
  model: string;
  asked: Asked;
  /** The member that holds the message, for errors. */
  param: string;
  variables: Record<string, unknown> | undefined;
  metadata: Record<string, string>;
  isStored: boolean;
  isBackground?: boolean;
};

/** Prepares the run; `check` may refuse what the agent cannot do. */
export async function prepareRun(
  deps: OpenAiDeps,
  start: Start,
  check: (snapshot: DoorRun['snapshot']) => void = () => undefined,
): Promise<DoorRun & { model: string }> {
  const { caller, request, body, asked } = start;
  const { slug, snapshot } = await loadModel(deps, caller, start.model);
  check(snapshot);
  const { inputs, uploads } = placeInputs(asked, start.variables, snapshot.version.inputDefinitions, start.param);
  const files = await stageUploads(deps.storage, caller.orgId, uploads);
  const key = readIdempotencyKey(request.headers['idempotency-key']);
  const path = request.url.split('?', 1)[0]!.replace(/\/+$/, '').toLowerCase();
  return {
    model: slug,
    caller,
    snapshot,
    inputs,
    files,
    metadata: {
      ...start.metadata,
      ...(asked.left > 0 && { messages_left_out: String(asked.left) }),
      ...(start.isBackground && { [BACKGROUND]: 'true' }),
    },
    origin: 'openai',
    skipCache: skipsCache(request),
    unstored: !start.isStored,
    idempotency: key === undefined ? undefined : { key, path, bodyHash: hashBody(body) },
  };
}

export async function runInBackground(deps: OpenAiDeps, run: DoorRun): Promise<string> {
  try {
    return await startInBackground(deps, run);
  } finally {
    await discardStaged(deps.storage, run.files ?? []);
  }
}

/** Starts the job. `ended` resolves when it is final or waits for a person, who may take days. */
export async function runAttended(deps: OpenAiDeps, run: DoorRun): Promise<{ jobId: string; ended: Promise<void> }> {
  try {
    const { jobId, ended } = await startRun(deps, run);
    const question = watchForQuestion(deps.database, run.caller.orgId, jobId);
    const over = Promise.race([ended, question.asked]).then(
      () => undefined,
      // It waits, or this process stops: the response says how far it is.
      () => undefined,
    );
    return { jobId, ended: over.finally(() => question.stop()) };
  } finally {
    await discardStaged(deps.storage, run.files ?? []);
  }
}

export async function getJob({ database }: OpenAiDeps, { orgId }: Caller, jobId: string): Promise<JobRecord> {
  const job = await findRecord(database.tenant(orgId), orgId, jobId);
  if (job === undefined) throw notFound('response');
  return job;
}

/** Shows a job as a response. The name of its agent is looked up unless it is known. */
export function createRender(deps: OpenAiDeps, caller: Caller, request: FastifyRequest, known?: string) {
  const base = baseUrl(request);
  let model = known;
  return {
    async render(job: JobRecord): Promise<ResponseView> {
      if (model === undefined) {
        const models = await listModels(deps.database, caller.orgId);
        model = [...models].find(([, { id }]) => id === job.agentId)?.[0] ?? job.agentId;
      }
      const db = deps.database.tenant(caller.orgId);
      const waitId = await findWaitId(db, caller.orgId, job);
      const cachedTokens = job.inputTokens ? await sumCachedTokens(db, caller.orgId, job.id) : 0;
      return renderResponse({ job, model, base, waitId, cachedTokens });
    },
    textOf: (job: JobRecord): string | undefined => textOf(job, base),
  };
}

export function failed(job: JobRecord): AppError {
  return new AppError('job_failed', { detail: job.errorMessage ?? 'The job failed.' });
}
