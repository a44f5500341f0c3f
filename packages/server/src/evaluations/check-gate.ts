import { hasRole } from '@errand/contract/roles.ts';
import type { Db } from '#platform/db.ts';
import { AppError, forbidden } from '#platform/errors.ts';
import type { Gate, GateTarget } from '#policies/gate.ts';
import { findGate, type GateRow } from './gates-store.ts';

// Whether a version may become current. A run counts when it is of exactly this version with its own model, is done and
// is not older than the cases of its set.

export const gate: Gate = {
  exists: async (tx, orgId, target) => (await findGate(tx, orgId, target)) !== undefined,
  async check(tx, caller, { versionId, overrideReason, ...target }) {
    const { orgId } = caller;
    const asked = await findGate(tx, orgId, target);
    if (asked === undefined) return {};
    const run = await findLatestOf(tx, orgId, asked, target, versionId);
    const problem = findProblem(asked, run);
    if (problem === undefined)
      return { evaluation_run_id: run!.id, accuracy: run!.accuracy, compared_with_run_id: run!.baseline_run_id };
    if (!overrideReason?.trim())
      throw new AppError('conflict', {
        detail: problem,
        extra: { required: { evaluation_set_id: asked.evaluation_set_id, run_id: run?.id ?? null } },
      });
    if (!hasRole(caller.role, 'admin'))
      throw forbidden(`Overriding a gate needs the role admin; yours is ${caller.role}.`);
    return {
      override_reason: overrideReason.trim(),
      gate: problem,
      ...(run !== undefined && { evaluation_run_id: run.id }),
    };
  },
};

type Measured = {
  id: string;
  status: string;
  accuracy: number | null;
  regressions: number | null;
  baseline_run_id: string | null;
  outdated: boolean;
};

async function findLatestOf(
  tx: Db,
  orgId: string,
  { evaluation_set_id: setId }: GateRow,
  { kind }: GateTarget,
  versionId: string,
): Promise<Measured | undefined> {
  // The cases stay as they are until the version is current: a change of them comes before or after.
  const rows = await tx.query<Measured>(
    `select r.id, r.status, (r.scores->>'accuracy')::float8 as accuracy, r.regressions, r.baseline_run_id,
       s.cases_changed_at > r.started_at as outdated
     from evaluation_sets s join evaluation_runs r on r.set_id = s.id
     where s.org_id = $1::uuid and s.id = $2::uuid and r.model is null
       and ${kind === 'agent' ? 'r.agent_version_id' : 'r.policy_version_id'} = $3::uuid
     order by r.status <> 'done', r.id desc limit 1 for share of s`,
    [orgId, setId, versionId],
  );
  return rows[0];
}

function findProblem({ min_accuracy: least, no_regressions }: GateRow, run: Measured | undefined): string | undefined {
  const again = 'Run the version on the set that the gate names.';
  if (run === undefined) return `There is no run of this version on the evaluation set. ${again}`;
  if (run.status !== 'done') return `The run of this version on the evaluation set is ${run.status}, not done.`;
  if (run.outdated) return `The cases of the evaluation set have changed since this version was run on it. ${again}`;
  if (least !== null && run.accuracy! < least)
    return `The accuracy of this version is ${percent(run.accuracy!)}; the gate asks for ${percent(least)}.`;
  if (no_regressions && run.regressions! > 0)
    return `This version has ${run.regressions} ${run.regressions === 1 ? 'case' : 'cases'} wrong that the current one has right.`;
  return undefined;
}

/** Rounded down: what is not enough must not look as though it were. */
const percent = (share: number): string => `${Math.floor(share * 1_000) / 10} %`;
