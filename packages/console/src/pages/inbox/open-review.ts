import { ConflictError, ForbiddenError, type ReviewTask } from '@errand/sdk';
import { errand } from '../../session/client.ts';

/** A review on the screen, and whether it is reserved for whoever looks at it. */
export type OpenedReview = { task: ReviewTask; isMine: boolean };

/** Whoever opens a review has it, unless it is done, another person has it, or this one may not decide it. */
export async function openReview(id: string, canDecide: boolean): Promise<OpenedReview> {
  const task = await errand.reviews.get(id);
  if (task.state === 'done' || !canDecide) return { task, isMine: false };
  try {
    return { task: await errand.reviews.reserve(id), isMine: true };
  } catch (error) {
    if (!(error instanceof ConflictError || error instanceof ForbiddenError)) throw error;
    return { task: await errand.reviews.get(id), isMine: false };
  }
}
