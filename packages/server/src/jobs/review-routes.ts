import { Readable } from 'node:stream';
import { JsonStream } from '@errand/contract/content.ts';
import { ReviewedCaseLine } from '@errand/contract/job-streams.ts';
import { Feedback, FeedbackBody, FeedbackExportQuery } from '@errand/contract/reviews.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getAgent } from '#agents/get-agent.ts';
import { receiveParts } from '#files/receive.ts';
import { bodyKind, formFields, readJsonObject } from '#http/body.ts';
import { endpoint } from '#http/endpoint.ts';
import { check, readQuery, toBoolean } from '#http/validate.ts';
import type { Database, Db } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { JsonError } from '#platform/json.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { getOwnJob } from './record/get-job.ts';
import type { JobState } from './record/store.ts';
import { caseView, feedbackView } from './reviews/review-views.ts';
import { findReview, listReviewed, reviewJob } from './reviews/reviews.ts';

export type ReviewRouteDeps = { database: Database; storage: Storage };

const FORM_BYTES_MAX = 256 * 1024;
const EXPORT_PAGE = 100;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export function addReviewRoutes(app: FastifyInstance, { database, storage }: ReviewRouteDeps): void {
  const loadAgent = (request: FastifyRequest) =>
    getAgent(database, request.caller.orgId, (request.params as { agent_id: string }).agent_id);
  const loadJob = (request: FastifyRequest) =>
    getOwnJob(database, request.caller.orgId, (request.params as { job_id: string }).job_id);

  /** The older clients name the agent too: it has to be the job's. */
  async function loadAgentJob(request: FastifyRequest): Promise<JobState> {
    const agent = await loadAgent(request);
    const job = await loadJob(request);
    if (job.agentId !== agent.id) throw new AppError('not_found', { detail: 'This agent has no job with this id.' });
    return job;
  }

  const tag = 'Reviews';
  for (const { path, load } of [
    { path: '/v1/agents/jobs/:job_id/feedback/', load: loadJob },
    { path: '/v2/agents/:agent_id/jobs/:job_id/feedback/', load: loadAgentJob },
  ]) {
    endpoint(app, {
      method: 'GET',
      path,
      tag,
      summary: 'Review of a job',
      description: 'What a person said of the output. 404 while nobody has; lists of jobs show it as `pending` then.',
      responses: { 200: Feedback },
      load,
      async handler(request, _reply, job) {
        const { orgId } = request.caller;
        const review = await findReview(database.tenant(orgId), orgId, job.id);
        if (review === undefined) throw new AppError('not_found', { detail: 'Nobody has reviewed this job yet.' });
        return feedbackView(review);
      },
    });

    endpoint(app, {
      method: 'POST',
      path,
      tag,
      summary: 'Review a job',
      description:
        'Says whether the output of a finished job is right, and else what the verdict should have been. A later review replaces an earlier one.',
      accepts: ['json', 'form', 'multipart'],
      body: FeedbackBody,
      responses: { 200: Feedback },
      errors: ['invalid_request', 'bad_request'],
      load,
      async handler(request, _reply, job) {
        const body = await readFeedback(request, storage);
        const { caller } = request;
        const review = await reviewJob(database.tenant(caller.orgId), caller, job, {
          agrees: body.matches_ground_truth,
          comment: body.human_feedback ?? '',
          correctedVerdict: body.corrected_verdict ?? null,
        });
        return feedbackView(review);
      },
    });
  }

  endpoint(app, {
    method: 'GET',
    path: '/v1/agents/:agent_id/feedback/export/',
    tag,
    summary: 'Reviewed cases of an agent as JSON lines',
    description:
      'One line per job, oldest first: inputs, outputs, verdict, corrected_verdict and comment. Jobs whose data was deleted are left out.',
    query: FeedbackExportQuery,
    responses: { 200: JsonStream('application/x-ndjson', 'One JSON object per line.', ReviewedCaseLine) },
    load: loadAgent,
    async handler(request, reply, agent) {
      const { orgId } = request.caller;
      const { review_status: status = 'rejected' } = readQuery(request, FeedbackExportQuery);
      const lines = caseLines(database.tenant(orgId), orgId, agent.id, status);
      return reply.type('application/x-ndjson; charset=utf-8').send(Readable.from(lines));
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
  });
}

function readForm(request: FastifyRequest): [string, string][] {
  try {
    return formFields(request);
  } catch (error) {
    if (error instanceof JsonError) throw new AppError('bad_request', { detail: `Request body: ${error.message}` });
    throw error;
  }
}
