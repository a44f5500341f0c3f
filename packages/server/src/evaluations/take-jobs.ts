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

// Cases from jobs that people have reviewed: their inputs, the evidence that they were decided on, and the answer that
// the reviewers gave. A job that cannot be a case is named, and then none is taken.

const PROBLEMS_MAX = 50;
/** Images of a case are kept with it. */
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
    const problem = taken.has(id) ? 'It is in the set already.' : findProblem(set, job, review);
    const kept = frozen.get(id);
    // What an engine of another kind decided from are its inputs.
    const evidence = kept !== undefined && 'isOther' in kept ? undefined : kept;
    if (problem !== undefined) problems.push(`${id}: ${problem}`);
    else if (evidence !== undefined && 'reason' in evidence) problems.push(`${id}: ${evidence.reason}`);
    else if (evidence !== undefined && sizeOf(evidence) > EVIDENCE_BYTES_MAX)
      problems.push(`${id}: Its evidence is larger than ${EVIDENCE_BYTES_MAX} bytes.`);
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

/** A verdict of a policy rests on evidence; other answers are made from the inputs. */
const isDecided = (job: PastJob): boolean => job.policy_id !== null && job.verdict !== null && !job.data_deleted;

const sizeOf = ({ items }: FrozenCase): number =>
  items.reduce((sum, { text, image }) => sum + text.length + (image?.data.length ?? 0), 0);

function findProblem(set: SetRow, job: PastJob | undefined, review: Review | undefined): string | undefined {
  if (job === undefined) return 'There is no such job.';
  const obstacle = findObstacle(job);
  if (obstacle !== undefined) return obstacle;
  if (set.agent_id !== null && set.agent_id !== job.agent_id) return 'It is a job of another agent.';
  if (set.policy_id !== null && set.policy_id !== job.policy_id) return 'It was not decided by the policy of this set.';
  if (review === undefined) return 'Nobody has reviewed it.';
  if (Object.keys(answerOf(job, review)).length === 0) return 'Its review does not say what the answer should be.';
  return undefined;
}

/** What reviewers hold to be right: the verdict, or without one each member of the output. */
function answerOf(job: PastJob, review: Review): Record<string, unknown> {
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
