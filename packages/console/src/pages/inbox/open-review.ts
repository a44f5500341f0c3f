import { ConflictError, ForbiddenError, type ReviewTask } from '@errand/sdk';
import { errand } from '../../session/client.ts';

/** An open review, and whether it is reserved for the current user. */
export type OpenedReview = { task: ReviewTask; isMine: boolean };

/** Opens and reserves a review, unless it is done, reserved by another person, or the user may not decide it. */
export async function openReview(id: string, canDecide: boolean): Promise<OpenedReview> {
  const task = await errand.reviews.get(id);
  if (task.decision !== null || task.state === 'done' || !canDecide) return { task, isMine: false };
  try {
    return { task: await errand.reviews.reserve(id), isMine: true };
  } catch (error) {
    if (!(error instanceof ConflictError || error instanceof ForbiddenError)) throw error;
    return { task: await errand.reviews.get(id), isMine: false };
  }
}
