import { errorCatalogue } from '@errand/contract/error-catalogue.ts';
import { errorTable } from '@errand/contract/errors.ts';
import type { Db } from '#platform/db.ts';
import { databaseNow, firstIdAt } from '#platform/ids.ts';
import { OWN_MESSAGES, remedyOf } from './error-causes.ts';

// Explains why a job failed and what to do about it.

/** Enough to tell an outage from a single failure, and cheap to count. */
const SIMILAR_MAX = 10_000;
const DAY_MS = 86_400_000;

/** The code of failures that were stored before there were codes. */
const UNKNOWN = errorTable.job_failed.code;

export async function describeFailure(
  db: Db,
  orgId: string,
  { error_code: given, error_message: message }: { error_code: string | null; error_message: string | null },
) {
  const entry = errorCatalogue.get(given ?? UNKNOWN) ?? errorCatalogue.get('errand.engines.failed')!;
  return {
    code: given ?? UNKNOWN,
    message: message ?? entry.cause,
    remedy: remedyFor(given, message ?? '') ?? entry.remedy,
    similar_24h: given === null ? 0 : await countSimilar(db, orgId, given),
  };
}

/** What the catalogue says of messages of engines is to read them. */
const remedyFor = (code: string | null, message: string): string | undefined =>
  code === null || code === OWN_MESSAGES ? (remedyOf(message) ?? LAST_STEP) : undefined;

const LAST_STEP =
  'Look at the last step: its request and its answer are there. Without a step, the inputs and the configuration are what to check.';

async function countSimilar(db: Db, orgId: string, code: string): Promise<number> {
  const rows = await db.query<{ count: number }>(
    `select count(*)::int as count from (
        select from job_results
        where org_id = $1 and error_code = $2 and job_id >= $3::uuid
        limit ${SIMILAR_MAX}) alike`,
    [orgId, code, firstIdAt(databaseNow() - DAY_MS)],
  );
  return rows[0]!.count;
}
