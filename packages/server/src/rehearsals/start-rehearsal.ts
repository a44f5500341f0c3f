import type { RehearsalBody } from '@errand/contract/rehearsals.ts';
import type { Static } from 'typebox';
import { beginBatch, jobsOf } from '#batch-runs/run-batch.ts';
import { findBatchRun } from '#batch-runs/store.ts';
import { emptyRequest } from '#jobs/start/run-request.ts';
import type { Starter } from '#jobs/start/start-job.ts';
import type { StartOptions } from '#jobs/start/start-options.ts';
import { audit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database, Db } from '#platform/db.ts';
import { invalidFields } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { findPolicyVersion, type PolicyRow } from '#policies/store.ts';
import { insertCases, type NewCase } from './cases-store.ts';
import { type ChosenCase, chooseCases } from './choose-cases.ts';
import { insertRehearsal, rehearsalKind } from './store.ts';

export type RehearsalDeps = { database: Database; starter: Starter };
type Body = Static<typeof RehearsalBody>;

/** Each job decides several cases, as long as there are enough jobs for all workers. */
const CASES_PER_JOB_MAX = 50;
const JOBS_WANTED = 40;

type Part = { agentId: string; places: number[] };

/** Starts a rehearsal: a batch whose jobs decide several cases each. Returns the rehearsal's id. */
export async function startRehearsal(
  { database, starter }: RehearsalDeps,
  caller: Caller,
  policy: PolicyRow,
  body: Body,
): Promise<string> {
  const { orgId } = caller;
  const versionId = body.version_id.toLowerCase();
  const db = database.tenant(orgId);
  if ((await findPolicyVersion(db, orgId, policy.id, versionId)) === undefined)
    throw invalidFields({ version_id: ['This policy has no version with this id.'] });
  if (body.gather && !body.max_cost)
    throw invalidFields({ max_cost: ['Gathering evidence anew costs money. Set a limit in USD.'] });
  const chosen = await chooseCases(database, orgId, policy.id, body);
  const { cases, parts } = divide(chosen);
  const id = newId();
  const batchId = parts.length === 0 ? null : newId();
  const begin = async (tx: Db): Promise<void> => {
    await insertRehearsal(tx, orgId, {
      id,
      policyId: policy.id,
      versionId,
      batchId,
      total: cases.length,
      gather: body.gather ?? false,
      creatorId: caller.userId,
    });
    await insertCases(tx, orgId, id, cases);
    const told = { policy_id: policy.id, version_id: versionId, cases: cases.length };
    await audit(tx, caller, 'rehearsal.started', id, told);
  };
  if (batchId === null) {
    await db.tx(begin);
    return id;
  }
  const total = parts.reduce((sum, { places }) => sum + places.length, 0);
  for (const [index, part] of parts.entries()) {
    const outcome = await starter.start(
      part.places.map(() => ({ ...emptyRequest, metadata: JSON.stringify({ rehearsal_id: id }) })),
      {
        ...jobOptions(caller, part, versionId, batchId),
        ...(index === 0 && {
          async alongside(tx, snapshot) {
            await beginBatch(tx, caller, rehearsalKind, snapshot, {
              id: batchId,
              name: `Rehearsal: ${policy.name}`,
              total,
              maxCost: body.max_cost,
            });
            await begin(tx);
          },
        }),
      },
    );
    if ('repeatedJobIds' in outcome)
      return (await findBatchRun(db, rehearsalKind, orgId, 'batch_id', outcome.repeatedJobIds[0]!))!.id;
  }
  return id;
}

export const jobOptions = (caller: Caller, part: Part, versionId: string, batchId: string): StartOptions =>
  jobsOf(rehearsalKind, caller, {
    target: { agentId: part.agentId },
    policyVersionId: versionId,
    batchId,
    batchIndexes: part.places,
  });

/** A job only has cases of one agent, so that each agent's stats are its own. */
function divide(chosen: ChosenCase[]): { cases: NewCase[]; parts: Part[] } {
  const decidable = chosen.filter(({ reason }) => reason === null).length;
  const size = Math.max(1, Math.min(CASES_PER_JOB_MAX, Math.ceil(decidable / JOBS_WANTED)));
  const placeOf = new Map<string, number>();
  const parts: Part[] = [];
  let next = 0;
  for (const [agentId, own] of Map.groupBy(chosen, ({ job }) => job.agent_id)) {
    const ids = own.filter(({ reason }) => reason === null).map(({ job }) => job.id);
    const places: number[] = [];
    for (let at = 0; at < ids.length; at += size) {
      for (const id of ids.slice(at, at + size)) placeOf.set(id, next);
      places.push(next);
      next += 1;
    }
    if (places.length > 0) parts.push({ agentId, places });
  }
  const cases = chosen.map(({ job, reason }, position) => ({
    position,
    job_id: job.id,
    before: job.verdict,
    batch_index: placeOf.get(job.id) ?? null,
    reason,
  }));
  return { cases, parts };
}
