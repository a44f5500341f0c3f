import { Type } from 'typebox';
import { PostActionDelivery } from '../jobs.ts';
import { defineOperations } from '../operation.ts';

export const postActions = defineOperations({
  list: {
    method: 'GET',
    path: '/v1/agents/jobs/:job_id/post-actions/',
    tag: 'Jobs',
    summary: 'Post actions of a job',
    description: 'What the version asks to be done after the job, and how that went: in the order of the version.',
    responses: { 200: Type.Array(PostActionDelivery) },
  },
  resend: {
    method: 'POST',
    path: '/v1/agents/jobs/:job_id/post-actions/:post_action_id/resend/',
    tag: 'Jobs',
    summary: 'Carry out a post action again',
    description:
      'Due at once, with all retries if it fails. It keeps its id, so the other side gets the same `Idempotency-Key` or message id.',
    responses: { 202: PostActionDelivery },
  },
});
