import { isDeepStrictEqual } from 'node:util';
import { listPastJobs } from '#jobs/frozen/past-jobs.ts';
import { listReviewsSince } from '#jobs/reviews/reviews.ts';
import type { Db } from '#platform/db.ts';
import type { CaseRow } from './cases-store.ts';
import { answerOf } from './take-jobs.ts';

/**
 * Leaves out cases whose reviewers came to disagree after the case was taken: nobody knows the right answer. Warns about
 * them, and about cases whose reviewers give another answer by now.
 */
export async function leaveOutDisputed(
  db: Db,
  orgId: string,
  all: CaseRow[],
): Promise<{ cases: CaseRow[]; warnings: string[] }> {
  const taken = all.flatMap(({ job_id: id, created_at: since }) => (id === null ? [] : [{ id, since }]));
  if (taken.length === 0) return { cases: all, warnings: [] };
  const reviews = new Map((await listReviewsSince(db, orgId, taken)).map((review) => [review.job_id, review]));
  const isDisputed = ({ job_id: id }: CaseRow): boolean => id !== null && reviews.get(id)?.status === 'disputed';
  const cases = all.filter((one) => !isDisputed(one));
  const ids = [...reviews.values()].flatMap(({ job_id: id, status }) => (status === 'disputed' ? [] : [id]));
  const jobs = new Map((await listPastJobs(db, orgId, ids)).map((job) => [job.id, job]));
  const changed = cases.filter(({ job_id: id, expected }) => {
    const [job, review] = id === null ? [] : [jobs.get(id), reviews.get(id)];
    return job !== undefined && review !== undefined && !isDeepStrictEqual(answerOf(job, review), expected);
  });
  return { cases, warnings: [...disputedWarnings(all.length - cases.length), ...changedWarnings(changed)] };
}

const disputedWarnings = (count: number): string[] =>
  count === 0
    ? []
    : [
        `Reviewers disagree about ${count === 1 ? 'one case' : `${count} cases`} of this set. This run does not have ${count === 1 ? 'it' : 'them'}.`,
      ];

const NAMED_MAX = 5;

const changedWarnings = (changed: CaseRow[]): string[] =>
  changed.length === 0
    ? []
    : [
        `Reviewers have changed the right answer of ${changed.length === 1 ? 'one case' : `${changed.length} cases`} since the case was taken (${changed
          .slice(0, NAMED_MAX)
          .map(({ id }) => id)
          .join(', ')}). This run uses the earlier answer. Remove the case and add its job again.`,
      ];
