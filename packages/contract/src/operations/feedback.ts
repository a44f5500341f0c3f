import { JsonStream } from '../content.ts';
import { ReviewedCaseLine } from '../job-streams.ts';
import { defineOperations } from '../operation.ts';
import { Feedback, FeedbackBody, FeedbackExportQuery } from '../reviews.ts';

const get = {
  summary: 'Retrieve the review of a job',
  description: 'Returns the review of the output. 404 if there is none yet; job lists then show `pending`.',
  responses: { 200: Feedback },
} as const;

const give = {
  summary: 'Review a job',
  description:
    'Records whether the output of a finished job is right. If not, state what the verdict or single values should have been. A later review replaces an earlier one. An open review task of the job is decided too; 409 while another person has reserved it.',
  accepts: ['json', 'form', 'multipart'],
  body: FeedbackBody,
  content: 'rows',
  responses: { 200: Feedback },
  errors: ['job_not_final', 'invalid_request', 'bad_request', 'conflict'],
} as const;

export const feedback = defineOperations('Reviews', {
  get: { ...get, at: 'GET /v1/agents/jobs/:job_id/feedback/' },
  give: { ...give, at: 'POST /v1/agents/jobs/:job_id/feedback/' },
  getOfAgent: { ...get, at: 'GET /v2/agents/:agent_id/jobs/:job_id/feedback/' },
  giveOfAgent: { ...give, at: 'POST /v2/agents/:agent_id/jobs/:job_id/feedback/' },
  export: {
    at: 'GET /v1/agents/:agent_id/feedback/export/',
    summary: 'Reviewed cases of an agent as JSON lines',
    description:
      'Returns one line per job, oldest first: inputs, outputs, verdict, corrected_verdict, corrected_outputs and comment. Jobs with deleted data are omitted.',
    query: FeedbackExportQuery,
    responses: { 200: JsonStream('application/x-ndjson', 'One JSON object per line.', ReviewedCaseLine) },
  },
});
