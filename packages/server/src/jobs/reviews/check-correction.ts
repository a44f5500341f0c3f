import type { OutputItem } from '#engines/engine/engine.ts';
import { verdictNames } from '#engines/investigation/decide/classifications.ts';
import type { Db } from '#platform/db.ts';
import { invalidFields } from '#platform/errors.ts';
import { findAppliedPolicy } from '#policies/reference.ts';
import { type CorrectedOutputs, canBePut, firstJson } from './corrections.ts';
import type { Correction, NewReview } from './reviews.ts';

/**
 * Checks a correction. A reviewer who disagrees with a verdict must name the right one, from the policy that the job
 * was decided by. Without a verdict, corrected values or a comment are enough.
 */
export async function checkCorrection(db: Db, orgId: string, jobId: string, review: NewReview): Promise<Correction> {
  if (review.agrees) return { correctedVerdict: null, correctedOutputs: null };
  const given = review.correctedVerdict?.trim() ? review.correctedVerdict : null;
  const rows = await db.query<{
    policy_version_id: string | null;
    verdict: string | null;
    outputs: OutputItem[] | null;
  }>(
    `select j.policy_version_id, r.ui_fields->>'verdict' as verdict, r.outputs
     from jobs j left join job_results r on r.job_id = j.id where j.org_id = $1 and j.id = $2`,
    [orgId, jobId],
  );
  const { policy_version_id: versionId = null, verdict = null, outputs } = rows[0] ?? {};
  if (given === null && verdict !== null)
    throw invalidFields({ corrected_verdict: ['This field is required: enter the right verdict.'] });
  const correctedOutputs = review.correctedOutputs && checkPointers(review.correctedOutputs, outputs ?? []);
  if (given === null && correctedOutputs === null && review.comment.trim() === '')
    throw invalidFields({
      corrected_outputs: ['Enter the right values by JSON pointer, or explain in the comment what is wrong.'],
    });
  const policy = versionId === null ? undefined : await findAppliedPolicy(db, orgId, versionId);
  const names = policy && verdictNames(policy);
  if (given !== null && names !== undefined && !names.includes(given))
    throw invalidFields({ corrected_verdict: [`Must be one of: ${names.join(', ')}.`] });
  return { correctedVerdict: given, correctedOutputs };
}

/** Checks that each pointer leads to a value of the output or to a member that can be added. */
function checkPointers(corrected: CorrectedOutputs, outputs: OutputItem[]): CorrectedOutputs | null {
  if (Object.keys(corrected).length === 0) return null;
  const value = firstJson(outputs);
  if (value === undefined) throw invalidFields({ corrected_outputs: ['The job has no JSON output to correct.'] });
  const wrong = Object.keys(corrected).filter((pointer) => !canBePut(value, pointer));
  if (wrong.length > 0)
    throw invalidFields({
      corrected_outputs: wrong.slice(0, 5).map((pointer) => `'${pointer.slice(0, 100)}' is not a place in the output.`),
    });
  return corrected;
}
