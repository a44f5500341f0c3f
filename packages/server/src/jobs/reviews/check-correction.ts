import type { OutputItem } from '#engines/engine/engine.ts';
import { verdictNames } from '#engines/investigation/decide/classifications.ts';
import type { Db } from '#platform/db.ts';
import { invalidFields } from '#platform/errors.ts';
import { findAppliedPolicy } from '#policies/reference.ts';
import { type CorrectedOutputs, canBePut, firstJson } from './corrections.ts';
import type { Correction, NewReview } from './reviews.ts';

/**
 * Who disagrees with a verdict names the right one, in the words of the policy that the job was decided by. Where there
 * is no verdict, right values or words are enough.
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
    throw invalidFields({ corrected_verdict: ['Say what the verdict should have been.'] });
  const correctedOutputs = review.correctedOutputs && checkPointers(review.correctedOutputs, outputs ?? []);
  if (given === null && correctedOutputs === null && review.comment.trim() === '')
    throw invalidFields({
      corrected_outputs: ['Say what is right: values by JSON pointer here, or what is wrong in words.'],
    });
  const policy = versionId === null ? undefined : await findAppliedPolicy(db, orgId, versionId);
  const names = policy && verdictNames(policy);
  if (given !== null && names !== undefined && !names.includes(given))
    throw invalidFields({ corrected_verdict: [`Must be one of: ${names.join(', ')}.`] });
  return { correctedVerdict: given, correctedOutputs };
}

/** Each pointer leads to a value of the output, or to a member that could be added to one. */
function checkPointers(corrected: CorrectedOutputs, outputs: OutputItem[]): CorrectedOutputs | null {
  if (Object.keys(corrected).length === 0) return null;
  const value = firstJson(outputs);
  if (value === undefined) throw invalidFields({ corrected_outputs: ['The job has no JSON output to correct.'] });
  const wrong = Object.keys(corrected).filter((pointer) => !canBePut(value, pointer));
  if (wrong.length > 0)
    throw invalidFields({
      corrected_outputs: wrong
        .slice(0, 5)
        .map((pointer) => `'${pointer.slice(0, 100)}' leads to nothing in the output.`),
    });
  return corrected;
}
