import { Readable } from 'node:stream';
import { operations } from '@errand/contract/operations/operations.ts';
import { FeedbackBody } from '@errand/contract/reviews.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { getAgent } from '#agents/get-agent.ts';
import { receiveParts } from '#files/receive.ts';
import { bodyKind, formFields, readJsonObject } from '#http/body.ts';
import { endpoint } from '#http/endpoint.ts';
import { type At, sent } from '#http/endpoint-options.ts';
import { check, toBoolean } from '#http/validate.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database, Db } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { JsonError, parseUntrustedJson } from '#platform/json.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { Archive } from './archive/archive.ts';
import { getOwnJob, openOwnJob } from './archive/open-job.ts';
import type { JobState } from './record/store.ts';
import { reviewJob } from './reviews/decide.ts';
import { caseView, feedbackView, pendingView } from './reviews/review-views.ts';
import { findReview, listReviewed } from './reviews/reviews.ts';

export type ReviewRouteDeps = { database: Database; storage: Storage; archive: Archive };

const FORM_BYTES_MAX = 256 * 1024;
const EXPORT_PAGE = 100;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export function addReviewRoutes(app: FastifyInstance, deps: ReviewRouteDeps): void {
  const { database, storage } = deps;
  const loadAgent = ({ caller, params }: At<'agent_id'>) => getAgent(database, caller.orgId, params.agent_id);
  const loadJob = ({ caller, params }: At<'job_id'>): Promise<JobState> => getOwnJob(deps, caller.orgId, params.job_id);
  const openJob = ({ caller, params }: At<'job_id'>): Promise<JobState> =>
    openOwnJob(deps, caller.orgId, params.job_id);

  /** Older clients also name the agent, which must be the job's. */
  const ofAgent =
    (load: typeof loadJob) =>
    async (at: At<'agent_id' | 'job_id'>): Promise<JobState> => {
      const agent = await loadAgent(at);
      const job = await load(at);
      if (job.agentId !== agent.id) throw new AppError('not_found', { detail: 'This agent has no job with this id.' });
      return job;
    };

  async function get({ caller: { orgId }, resource: job }: { caller: Caller; resource: JobState }) {
    const review = await findReview(database.tenant(orgId), orgId, job.id);
    if (review === undefined) throw new AppError('not_found', { detail: 'Nobody has reviewed this job yet.' });
    return feedbackView(review);
  }

  const readBody = ({ request }: { request: FastifyRequest }) => readFeedback(request, storage);
  async function give(context: { caller: Caller; body: Static<typeof FeedbackBody>; resource: JobState }) {
    const { caller, body, resource: job } = context;
    const given = {
      agrees: body.matches_ground_truth,
      comment: body.human_feedback ?? '',
      correctedVerdict: body.corrected_verdict ?? null,
      correctedOutputs: body.corrected_outputs ?? null,
    };
    const review = await reviewJob(database.tenant(caller.orgId), caller, job, given);
    return review === undefined ? pendingView(job.id, given) : feedbackView(review);
  }

  endpoint(app, operations.feedback.get, { load: openJob, handler: get });
  endpoint(app, operations.feedback.give, { load: loadJob, readBody, handler: give });
  endpoint(app, operations.feedback.getOfAgent, { load: ofAgent(openJob), handler: get });
  endpoint(app, operations.feedback.giveOfAgent, { load: ofAgent(loadJob), readBody, handler: give });

  endpoint(app, operations.feedback.export, {
    load: loadAgent,
    handler({ caller: { orgId }, query: { review_status: status = 'rejected' }, reply, resource: agent }) {
      const lines = caseLines(database.tenant(orgId), orgId, agent.id, status);
      return sent(reply.type('application/x-ndjson; charset=utf-8').send(Readable.from(lines)));
    },
  });
}

async function* caseLines(db: Db, orgId: string, agentId: string, status: string): AsyncGenerator<string> {
  for (let after = FIRST_ID; ; ) {
    const cases = await listReviewed(db, orgId, agentId, { status, after, size: EXPORT_PAGE });
    if (cases.length > 0) yield cases.map((one) => `${JSON.stringify(caseView(one))}\n`).join('');
    if (cases.length < EXPORT_PAGE) return;
    after = cases.at(-1)!.job_id;
  }
}

async function readFeedback(request: FastifyRequest, storage: Storage) {
  const kind = bodyKind(request);
  if (kind === 'json' || kind === undefined) return check(FeedbackBody, readJsonObject(request));
  const names = Object.keys(FeedbackBody.properties);
  const { fields } =
    kind === 'form'
      ? { fields: readForm(request) }
      : await receiveParts(request, {
          storage,
          orgId: request.caller.orgId,
          limitBytes: FORM_BYTES_MAX,
          textBytesMax: FORM_BYTES_MAX,
          wants: () => 'text',
        });
  const given = Object.fromEntries(fields.filter(([name]) => names.includes(name)));
  return check(FeedbackBody, {
    ...given,
    ...(given.matches_ground_truth !== undefined && { matches_ground_truth: toBoolean(given.matches_ground_truth) }),
    // In a form an object is JSON text.
    ...(given.corrected_outputs !== undefined && { corrected_outputs: readJsonField(given.corrected_outputs) }),
  });
}

function readJsonField(text: string): unknown {
  try {
    return parseUntrustedJson(text);
  } catch (error) {
    if (error instanceof JsonError) return text;
    throw error;
  }
}

function readForm(request: FastifyRequest): [string, string][] {
  try {
    return formFields(request);
  } catch (error) {
    if (error instanceof JsonError) throw new AppError('bad_request', { detail: `Request body: ${error.message}` });
    throw error;
  }
}
