import { defineOperations } from '../operation.ts';
import {
  ReviewDecideBody,
  ReviewListQuery,
  ReviewNextBody,
  ReviewPlan,
  ReviewPlanBody,
  ReviewStats,
  ReviewStatsQuery,
  ReviewTask,
  ReviewTaskPage,
} from '../review-desk.ts';

const tag = 'Reviews';

export const reviews = defineOperations({
  getPlan: {
    method: 'GET',
    path: '/v1/agents/:agent_id/review-plan/',
    tag,
    summary: 'Review plan of an agent',
    description: 'Which of its jobs people look at. Without a plan all rates are 0.',
    responses: { 200: ReviewPlan },
  },
  setPlan: {
    method: 'PUT',
    path: '/v1/agents/:agent_id/review-plan/',
    tag,
    summary: 'Set the review plan of an agent',
    description:
      'Replaces the plan, for jobs that end from now on. Members may ask for more reviews; asking for fewer needs an admin.',
    body: ReviewPlanBody,
    responses: { 200: ReviewPlan },
    errors: ['invalid_fields'],
  },
  list: {
    method: 'GET',
    path: '/v1/reviews/',
    tag,
    summary: 'Review tasks',
    description: 'Jobs that people look at or have looked at. Newest first.',
    query: ReviewListQuery,
    responses: { 200: ReviewTaskPage },
  },
  stats: {
    method: 'GET',
    path: '/v1/reviews/stats/',
    tag,
    summary: 'Figures of the reviews',
    description: 'How often reviewers agree with the outputs and with each other, by version, field and reviewer.',
    query: ReviewStatsQuery,
    responses: { 200: ReviewStats },
    errors: ['invalid_fields'],
  },
  next: {
    method: 'POST',
    path: '/v1/reviews/next/',
    tag,
    summary: 'Take the next review',
    description:
      'Reserves the most urgent task that you may do, for 15 minutes. One that you hold already comes first. 204: there is none.',
    body: ReviewNextBody,
    responses: { 200: ReviewTask, 204: null },
    errors: ['invalid_fields'],
  },
  get: {
    method: 'GET',
    path: '/v1/reviews/:review_id/',
    tag,
    summary: 'One review task',
    description: 'The task, and its decision once there is one.',
    responses: { 200: ReviewTask },
  },
  reserve: {
    method: 'POST',
    path: '/v1/reviews/:review_id/reserve/',
    tag,
    summary: 'Reserve a review',
    description: 'For 15 minutes, again from now when you hold it already. 409 while another person holds it.',
    responses: { 200: ReviewTask },
    errors: ['conflict'],
  },
  release: {
    method: 'POST',
    path: '/v1/reviews/:review_id/release/',
    tag,
    summary: 'Release a review',
    description: 'Gives it back. Admins may release what another person holds.',
    responses: { 200: ReviewTask },
    errors: ['conflict'],
  },
  decide: {
    method: 'POST',
    path: '/v1/reviews/:review_id/decide/',
    tag,
    summary: 'Decide a review',
    description:
      'Says whether the output is right, and else what would be. With a second review to come, the job stays unreviewed until that is done.',
    body: ReviewDecideBody,
    responses: { 200: ReviewTask },
    errors: ['invalid_fields', 'conflict'],
  },
});
