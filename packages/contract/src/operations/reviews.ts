import { defineOperations } from '../operation.ts';
import {
  ReviewComparison,
  ReviewDecideBody,
  ReviewListQuery,
  ReviewNextBody,
  ReviewPlan,
  ReviewPlanBody,
  ReviewSettleBody,
  ReviewSkipBody,
  ReviewStats,
  ReviewStatsQuery,
  ReviewTask,
  ReviewTaskPage,
} from '../review-desk.ts';

export const reviews = defineOperations('Reviews', {
  getPlan: {
    at: 'GET /v1/agents/:agent_id/review-plan/',
    summary: 'Review plan of an agent',
    description: 'Which of its jobs people look at. Without a plan all rates are 0.',
    responses: { 200: ReviewPlan },
  },
  setPlan: {
    at: 'PUT /v1/agents/:agent_id/review-plan/',
    summary: 'Set the review plan of an agent',
    description:
      'Replaces the plan, for jobs that end from now on. Members may ask for more reviews; asking for fewer needs an admin.',
    body: ReviewPlanBody,
    responses: { 200: ReviewPlan },
    errors: ['invalid_fields'],
  },
  list: {
    at: 'GET /v1/reviews/',
    summary: 'Review tasks',
    description: 'Jobs that people look at or have looked at. Newest first.',
    query: ReviewListQuery,
    responses: { 200: ReviewTaskPage },
  },
  stats: {
    at: 'GET /v1/reviews/stats/',
    summary: 'Figures of the reviews',
    description: 'How often reviewers agree with the outputs and with each other, by version, field and reviewer.',
    query: ReviewStatsQuery,
    responses: { 200: ReviewStats },
    errors: ['invalid_fields'],
  },
  next: {
    at: 'POST /v1/reviews/next/',
    summary: 'Take the next review',
    description:
      'Reserves the most urgent task that you may do and have not skipped, for 15 minutes. One that you hold already comes first. 204: there is none.',
    body: ReviewNextBody,
    responses: { 200: ReviewTask, 204: null },
    errors: ['invalid_fields'],
  },
  get: {
    at: 'GET /v1/reviews/:review_id/',
    summary: 'One review task',
    description: 'The task, and its decision once there is one.',
    responses: { 200: ReviewTask },
  },
  reserve: {
    at: 'POST /v1/reviews/:review_id/reserve/',
    summary: 'Reserve a review',
    description: 'For 15 minutes, again from now when you hold it already. 409 while another person holds it.',
    responses: { 200: ReviewTask },
    errors: ['conflict'],
  },
  release: {
    at: 'POST /v1/reviews/:review_id/release/',
    summary: 'Release a review',
    description: 'Gives it back. Admins may release what another person holds.',
    responses: { 200: ReviewTask },
    errors: ['conflict'],
  },
  skip: {
    at: 'POST /v1/reviews/:review_id/skip/',
    summary: 'Skip a review',
    description:
      'Leaves it to others and says why. `next` does not give it to you again; you can still reserve it yourself.',
    body: ReviewSkipBody,
    responses: { 200: ReviewTask },
    errors: ['invalid_fields', 'conflict'],
  },
  compare: {
    at: 'GET /v1/reviews/:review_id/comparison/',
    summary: 'Two reviews side by side',
    description: 'The first and the second review of the job, and where they differ. Either of the two may be named.',
    responses: { 200: ReviewComparison },
  },
  decide: {
    at: 'POST /v1/reviews/:review_id/decide/',
    content: 'rows',
    summary: 'Decide a review',
    description:
      'Says whether the output is right, and else what would be. With a second review to come, the job stays unreviewed until that is done.',
    body: ReviewDecideBody,
    responses: { 200: ReviewTask },
    errors: ['invalid_fields', 'conflict'],
  },
  settle: {
    at: 'POST /v1/reviews/:review_id/settle/',
    content: 'rows',
    summary: 'Settle a disagreement',
    description:
      'Ends the disagreement of two reviewers: by a third person, or by one of the two with `agreed_with`, which the other confirms by sending the same.',
    body: ReviewSettleBody,
    responses: { 200: ReviewTask },
    errors: ['invalid_fields', 'forbidden', 'conflict'],
  },
});
