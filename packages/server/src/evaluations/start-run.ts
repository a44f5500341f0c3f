import type { EvaluationRunBody } from '@errand/contract/evaluations.ts';
import type { Static } from 'typebox';
import type { Snapshot } from '#agents/snapshot.ts';
import { beginBatch, jobsOf } from '#batch-runs/run-batch.ts';
import { emptyRequest } from '#jobs/start/run-request.ts';
import type { Starter } from '#jobs/start/start-job.ts';
import type { StartOptions } from '#jobs/start/start-options.ts';
import { audit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database, Db } from '#platform/db.ts';
import { AppError, invalidFields } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { isJsonObject } from '#platform/json.ts';
import { limits } from '#platform/limits.ts';
import { type CaseRow, listCases } from './cases-store.ts';
import { findSubject } from './find-subject.ts';
import { leaveOutDisputed } from './leave-out-disputed.ts';
import { CASES_MAX } from './read-cases.ts';
import { insertResults } from './results-store.ts';
import { insertRun, runKind } from './runs-store.ts';
import { findSet, lockSetFor, type SetRow } from './sets-store.ts';

export type RunDeps = { database: Database; starter: Starter };
type Body = Static<typeof EvaluationRunBody>;

/** Starts a run: a batch with a job for each repeat of each case. Returns the id of the batch. */
export async function startRun(
  { database, starter }: RunDeps,
  caller: Caller,
  given: SetRow,
  body: Body,
  idempotency?: StartOptions['idempotency'],
): Promise<string> {
  const { orgId } = caller;
  const db = database.tenant(orgId);
  // Read before the cases, so that a change in between is detected by its time.
  const set = (await findSet(db, orgId, given.id)) ?? given;
  const { rows: all } = await listCases(db, orgId, set.id, { size: CASES_MAX, offset: 0 });
  const { cases, warnings } = await leaveOutDisputed(db, orgId, all);
  const repeats = body.repeats ?? 1;
  checkSize(all, cases, repeats);
  const subject = await findSubject(database, orgId, { set, cases, body });
  const [runId, batchId] = [newId(), newId()];
  const places = cases.flatMap((one) => Array.from({ length: repeats }, () => one));
  const outcome = await starter.start(
    places.map((one) => ({
      ...emptyRequest,
      nested: one.inputs,
      metadata: JSON.stringify({ evaluation_run_id: runId, evaluation_case_id: one.id }),
    })),
    {
      ...jobsOf(runKind, caller, {
        target: { agentId: subject.agentId, versionId: subject.versionId },
        policyVersionId: subject.policyVersionId ?? undefined,
        batchId,
      }),
      idempotency,
      itemName: (index) => `case ${places[index]!.id}`,
      async alongside(tx, snapshot) {
        await refuseChanged(tx, orgId, set);
        if ((await leaveOutDisputed(tx, orgId, all)).cases.length !== cases.length) throw changedMeanwhile();
        await beginBatch(tx, caller, runKind, snapshot, {
          id: batchId,
          name: `Evaluation: ${set.name}`,
          total: places.length,
          maxCost: body.max_cost,
        });
        await insertRun(tx, orgId, {
          id: runId,
          setId: set.id,
          batchId,
          agentId: snapshot.agentId,
          agentVersionId: snapshot.version.id,
          policyVersionId: subject.policyVersionId,
          model: body.model ?? null,
          repeats,
          total: cases.length,
          warnings: [...erasedWarnings(set), ...warnings, ...findWarnings(snapshot, cases)],
          creatorId: caller.userId,
        });
        await insertResults(
          tx,
          orgId,
          runId,
          cases.map(({ id }) => id),
        );
        const told = { evaluation_set_id: set.id, agent_version_id: snapshot.version.id, ...body };
        await audit(tx, caller, 'evaluation_run.started', runId, told);
      },
    },
  );
  return 'repeatedJobIds' in outcome ? outcome.repeatedJobIds[0]! : batchId;
}

function checkSize(all: CaseRow[], cases: CaseRow[], repeats: number): void {
  if (all.length === 0) throw invalidFields({ cases: ['The set has no cases yet.'] });
  if (cases.length === 0)
    throw invalidFields({ cases: ['Reviewers disagree about all cases of the set. Settle that first.'] });
  if (cases.length * repeats > limits.batchItems)
    throw invalidFields({
      repeats: [
        `${cases.length} cases with ${repeats} repeats exceed the limit of ${limits.batchItems} jobs per batch.`,
      ],
    });
}

/** A run must cover all cases of its set. */
async function refuseChanged(tx: Db, orgId: string, set: SetRow): Promise<void> {
  const changedAt = await lockSetFor(tx, orgId, set.id);
  if (changedAt?.getTime() !== set.cases_changed_at.getTime()) throw changedMeanwhile();
}

const changedMeanwhile = () =>
  new AppError('conflict', { detail: 'The cases of the set were changed in the meantime. Try again.' });

/** Cases go with the data of their jobs, and nobody should compare without knowing. */
const erasedWarnings = ({ erased_count: gone }: SetRow): string[] =>
  gone === 0
    ? []
    : [
        `${gone === 1 ? 'One case of this set was' : `${gone} cases of this set were`} deleted with the data of ${gone === 1 ? 'its job' : 'their jobs'}. This run does not have ${gone === 1 ? 'it' : 'them'}.`,
      ];

/** Warns about expected members that the output schema of this version does not have. They count as wrong. */
function findWarnings({ version }: Snapshot, cases: CaseRow[]): string[] {
  const schema = version.engineConfig.output_schema;
  const properties = isJsonObject(schema) ? schema.properties : undefined;
  if (!isJsonObject(properties)) return [];
  const counts = new Map<string, number>();
  for (const { expected } of cases)
    for (const field of Object.keys(expected)) {
      const name = field.startsWith('/') ? field.slice(1).split('/', 1)[0]! : field;
      if (name !== 'verdict' && !Object.hasOwn(properties, name)) counts.set(field, (counts.get(field) ?? 0) + 1);
    }
  return [...counts].map(
    ([field, count]) =>
      `The output schema of this version has no '${field}', which ${count === 1 ? 'one case expects' : `${count} cases expect`}. It counts as wrong.`,
  );
}
