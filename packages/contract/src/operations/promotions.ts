import { defineOperations } from '../operation.ts';
import {
  Promotion,
  PromotionApproveBody,
  PromotionListQuery,
  PromotionPage,
  PromotionRejectBody,
} from '../promotions.ts';

export const promotions = defineOperations('Evaluation', {
  list: {
    at: 'GET /v1/promotions/',
    summary: 'List promotions',
    description: 'Versions that were proposed where a gate asks for four eyes, newest first.',
    query: PromotionListQuery,
    responses: { 200: PromotionPage },
  },
  get: {
    at: 'GET /v1/promotions/:promotion_id/',
    summary: 'Retrieve a promotion',
    description: 'Who proposed which version, why, and how it ended.',
    responses: { 200: Promotion },
  },
  approve: {
    at: 'POST /v1/promotions/:promotion_id/approve/',
    summary: 'Approve a promotion',
    description:
      'Makes the version current. Only for people signed in as themselves, other than who proposed it, with the role that the promotion needs. 409 if another version is current by now, or the run no longer passes.',
    body: PromotionApproveBody,
    responses: { 200: Promotion },
    errors: ['conflict'],
  },
  reject: {
    at: 'POST /v1/promotions/:promotion_id/reject/',
    summary: 'Reject a promotion',
    description: 'The current version stays. Whoever proposed it takes it back this way.',
    body: PromotionRejectBody,
    responses: { 200: Promotion },
    errors: ['conflict'],
  },
});
