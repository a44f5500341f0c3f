import type { FrozenCase } from '#engines/engine/frozen.ts';
import type { Archive } from '#jobs/archive/archive.ts';
import { loadFrozen } from '#jobs/frozen/load-frozen.ts';
import { findObstacle, listPastJobs, type PastJob } from '#jobs/frozen/past-jobs.ts';
import { listExisting } from '#jobs/record/store.ts';
import { applyCorrections, firstJson } from '#jobs/reviews/corrections.ts';
import { findReview, type Review } from '#jobs/reviews/reviews.ts';
import type { Database } from '#platform/db.ts';
import { forbidden, invalidFields } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { isJsonObject } from '#platform/json.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { listSourceJobs, type NewCase } from './cases-store.ts';
import type { SetRow } from './sets-store.ts';

// Makes cases from reviewed jobs: their inputs, the evidence they were decided on, and the answer of the reviewers. If
// a job cannot be a case, the error names it and no case is added.

const PROBLEMS_MAX = 50;
/** The limit includes images, which are stored with the case. */
const EVIDENCE_BYTES_MAX = 32 * 1024 * 1024;

type Deps = { database: Database; storage: Storage; archive: Archive };

export async function takeJobs(
  { database, storage, archive }: Deps,
  orgId: string,
  set: SetRow,
  jobIds: string[],
): Promise<NewCase[]> {
  const db = database.tenant(orgId);
  const ids = [...new Set(jobIds.map((id) => id.toLowerCase()))];
  const jobs = new Map((await listPastJobs(db, orgId, ids)).map((job) => [job.id, job]));
  const archived = ids.filter((id) => !jobs.has(id));
  if (archived.length > 0 && (await archive.bringBack(orgId, archived)) > 0)
    for (const job of await listPastJobs(db, orgId, archived)) jobs.set(job.id, job);
  const missing = ids.filter((id) => !jobs.has(id));
  if (missing.length > 0 && (await listExisting(database.system, missing)).length > 0)
    throw forbidden('A job belongs to another organization.');
  const taken = new Set(await listSourceJobs(db, orgId, set.id, ids));
  const frozen = await loadFrozen(
    { db, storage, orgId },
    [...jobs.values()].filter(isDecided).map((job) => ({ id: job.id, evidenceOf: job.evidence_of })),
  );
  const problems: string[] = [];
  const cases: NewCase[] = [];
  for (const id of ids) {
    const job = jobs.get(id);
    const review = job && (await findReview(db, orgId, id));
    const problem = taken.has(id) ? 'The job is already in the set.' : findProblem(set, job, review);
    const kept = frozen.get(id);
    // Engines of other kinds decide on their inputs, so their jobs have no evidence to keep.
    const evidence = kept !== undefined && 'isOther' in kept ? undefined : kept;
    if (problem !== undefined) problems.push(`${id}: ${problem}`);
    else if (evidence !== undefined && 'reason' in evidence) problems.push(`${id}: ${evidence.reason}`);
    else if (evidence !== undefined && sizeOf(evidence) > EVIDENCE_BYTES_MAX)
      problems.push(`${id}: The evidence is larger than ${EVIDENCE_BYTES_MAX} bytes.`);
    else
      cases.push({
        id: newId(),
        inputs: Object.fromEntries(job!.inputs.map(({ key, value }) => [key, value])),
        expected: answerOf(job!, review!),
        weight: 1,
        jobId: id,
        agentId: job!.agent_id,
        evidence: evidence ?? null,
      });
  }
  if (problems.length > 0) throw invalidFields({ job_ids: problems.slice(0, PROBLEMS_MAX) });
  return cases;
}

/** The verdict of a policy rests on evidence. Other answers come from the inputs. */
const isDecided = (job: PastJob): boolean => job.policy_id !== null && job.verdict !== null && !job.data_deleted;

const sizeOf = ({ items }: FrozenCase): number =>
  items.reduce((sum, { text, image }) => sum + text.length + (image?.data.length ?? 0), 0);

function findProblem(set: SetRow, job: PastJob | undefined, review: Review | undefined): string | undefined {
  if (job === undefined) return 'No job with this id.';
  const obstacle = findObstacle(job);
  if (obstacle !== undefined) return obstacle;
  if (set.agent_id !== null && set.agent_id !== job.agent_id) return 'The job belongs to another agent.';
  if (set.policy_id !== null && set.policy_id !== job.policy_id)
    return 'The job was not decided by the policy of this set.';
  if (review === undefined) return 'The job has no review.';
  if (review.status === 'disputed') return 'Two reviewers disagree about the job. Settle that first.';
  if (Object.keys(answerOf(job, review)).length === 0) return 'The review does not give the right answer.';
  return undefined;
}

/** Returns the right answer according to the review: the verdict, or each member of the output if there is none. */
export function answerOf(job: PastJob, review: Review): Record<string, unknown> {
  const corrected = review.corrected_outputs ?? {};
  if (job.verdict !== null) {
    const verdict = review.corrected_verdict ?? (review.status === 'approved' ? job.verdict : undefined);
    return { ...(verdict !== undefined && { verdict }), ...corrected };
  }
  if (review.status === 'rejected' && Object.keys(corrected).length === 0) return {};
  const right = firstJson(applyCorrections(job.outputs, corrected));
  if (isJsonObject(right)) return { ...right };
  const [first] = job.outputs;
  return first === undefined ? {} : { [first.key]: first.value };
}
