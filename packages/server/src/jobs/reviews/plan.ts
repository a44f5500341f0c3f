import type { ReviewPlan, ReviewPlanBody } from '@errand/contract/review-desk.ts';
import { hasRole } from '@errand/contract/roles.ts';
import type { Static } from 'typebox';
import type { Caller } from '#platform/caller.ts';
import { forbidden } from '#platform/errors.ts';

// Rules of review plans, which choose the jobs that people review. Pure: no database, no clock.

/** The limit of `low_confidence` if a plan has none. */
export const CONFIDENCE_DEFAULT = 0.8;

export const NO_PLAN: ReviewPlan = {
  sample_rate: 0,
  always_when: [],
  min_confidence: null,
  second_review_rate: 0,
  due_hours: null,
};

export const readPlan = (given: Static<typeof ReviewPlanBody>): ReviewPlan => ({
  sample_rate: given.sample_rate ?? 0,
  always_when: [...new Set(given.always_when)],
  min_confidence: given.min_confidence ?? null,
  second_review_rate: given.second_review_rate ?? 0,
  due_hours: given.due_hours ?? null,
});

export const asksForNothing = ({ sample_rate, always_when }: ReviewPlan): boolean =>
  sample_rate === 0 && always_when.length === 0;

/** Only admins may reduce reviews, as with approvals. */
export function refuseWeaker(caller: Pick<Caller, 'role'>, next: ReviewPlan, current: ReviewPlan): void {
  if (!isWeaker(next, current) || hasRole(caller.role, 'admin')) return;
  throw forbidden('Reducing or delaying the reviews of an agent needs the role admin.');
}

export function isWeaker(next: ReviewPlan, current: ReviewPlan): boolean {
  if (asksForNothing(current)) return false;
  const confidence = ({ min_confidence }: ReviewPlan): number => min_confidence ?? CONFIDENCE_DEFAULT;
  const hours = ({ due_hours }: ReviewPlan): number => due_hours ?? Number.POSITIVE_INFINITY;
  return (
    next.sample_rate < current.sample_rate ||
    next.second_review_rate < current.second_review_rate ||
    current.always_when.some((one) => !next.always_when.includes(one)) ||
    (current.always_when.includes('low_confidence') && confidence(next) < confidence(current)) ||
    hours(next) > hours(current)
  );
}
