import { Type } from 'typebox';
import { PostActionDelivery } from '../jobs.ts';
import { defineOperations } from '../operation.ts';

export const postActions = defineOperations('Jobs', {
  list: {
    at: 'GET /v1/agents/jobs/:job_id/post-actions/',
    summary: 'List post actions of a job',
    description: 'Lists the post actions of the job and their outcome, in the order of the version.',
    responses: { 200: Type.Array(PostActionDelivery) },
  },
  resend: {
    at: 'POST /v1/agents/jobs/:job_id/post-actions/:post_action_id/resend/',
    summary: 'Run a post action again',
    description:
      'Runs it immediately, with all retries if it fails. It keeps its id, so the other system gets the same `Idempotency-Key` or message id.',
    responses: { 202: PostActionDelivery },
  },
});
