import { hasRole } from '@errand/contract/roles.ts';
import type { Db } from '#platform/db.ts';
import { AppError, forbidden } from '#platform/errors.ts';
import type { Gate, GateTarget } from '#versions/gate.ts';
import { findGate, type GateRow } from './gates-store.ts';
import { isOutdated } from './runs-store.ts';

// Decides whether a version may become current. A run counts if it is of exactly this version with its own model, is
// done and is not older than the cases of its set. Regressions are counted here and not taken from the run, because the
// run was compared with the version that was current when it ended, if there was one.

/** Throws unless a run of this version passes or an admin overrides the gate. Returns the details for the audit log. */
export const checkGate: Gate['check'] = async (tx, caller, { versionId, overrideReason, ...target }) => {
  const { orgId } = caller;
  const asked = await findGate(tx, orgId, target);
  if (asked === undefined || asked.evaluation_set_id === null) return {};
  const run = await findLatestOf(tx, orgId, asked.evaluation_set_id, target, versionId);
  const compared = run && asked.no_regressions ? await compare(tx, orgId, target, run.id) : undefined;
  const problem = findProblem(asked, run) ?? (compared && findRegression(compared));
  if (problem === undefined)
    return {
      evaluation_run_id: run!.id,
      accuracy: run!.accuracy,
      ...(compared && { compared_with_run_id: compared.baseline_run_id }),
    };
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
};

type Measured = {
  id: string;
  status: string;
  accuracy: number | null;
  outdated: boolean;
  /** Cases that the run does not have, because reviewers disagree about them. */
  left_out: number;
};

async function findLatestOf(
  tx: Db,
  orgId: string,
  setId: string,
  { kind }: GateTarget,
  versionId: string,
): Promise<Measured | undefined> {
  // The lock keeps the cases unchanged until the version is current.
  const rows = await tx.query<Measured>(
    `select r.id, r.status, (r.scores->>'accuracy')::float8 as accuracy, ${isOutdated('r')} as outdated,
       (select count(*)::int from evaluation_cases c where c.set_id = s.id) - r.total as left_out
     from evaluation_sets s join evaluation_runs r on r.set_id = s.id
     where s.org_id = $1::uuid and s.id = $2::uuid and r.model is null
       and ${kind === 'agent' ? 'r.agent_version_id' : 'r.policy_version_id'} = $3::uuid
     order by r.status <> 'done', r.id desc limit 1 for share of s`,
    [orgId, setId, versionId],
  );
  return rows[0];
}

type Compared = { has_current: boolean; baseline_run_id: string | null; regressions: number };

/** Compares a run with the last run of the current version on the same cases. */
async function compare(tx: Db, orgId: string, { kind, id }: GateTarget, runId: string): Promise<Compared> {
  const [owners, version] = kind === 'agent' ? ['agents', 'agent_version_id'] : ['policies', 'policy_version_id'];
  const rows = await tx.query<Compared>(
    `select o.current_version_id is not null as has_current, b.id as baseline_run_id,
       (select count(*) from evaluation_results n join evaluation_results e on e.case_id = n.case_id
        where n.run_id = r.id and e.run_id = b.id and e.correct and n.correct is not true) as regressions
     from evaluation_runs r join ${owners} o on o.org_id = r.org_id and o.id = $3::uuid
     left join lateral (
       select e.id from evaluation_runs e join evaluation_sets s on s.id = e.set_id
       where e.set_id = r.set_id and e.agent_id = r.agent_id and e.${version} = o.current_version_id and e.model is null
         and e.status = 'done' and not ${isOutdated('e')}
       order by e.id desc limit 1) b on true
     where r.org_id = $1::uuid and r.id = $2::uuid`,
    [orgId, runId, id],
  );
  return rows[0]!;
}

function findRegression({ has_current, baseline_run_id, regressions }: Compared): string | undefined {
  if (!has_current) return undefined;
  if (baseline_run_id === null)
    return 'The current version has no run on the current cases of the evaluation set to compare with. Run it on the set first.';
  if (regressions === 0) return undefined;
  return `This version fails ${regressions} ${regressions === 1 ? 'case' : 'cases'} that the current version passes.`;
}

function findProblem({ min_accuracy: least }: GateRow, run: Measured | undefined): string | undefined {
  const again = "Run the version on the gate's evaluation set.";
  if (run === undefined) return `There is no run of this version on the evaluation set. ${again}`;
  if (run.status !== 'done') return `The run of this version on the evaluation set is ${run.status}. It must be done.`;
  if (run.outdated)
    return `The cases of the evaluation set, or what reviewers say of them, have changed since this version ran on it. ${again}`;
  // Whoever has to pass an exam could strike a question by giving another answer to it.
  if (run.left_out > 0)
    return `Reviewers disagree about ${run.left_out === 1 ? 'one case' : `${run.left_out} cases`} of the evaluation set. Somebody has to settle that first: GET /v1/reviews/?status=disputed.`;
  if (least !== null && run.accuracy! < least)
    return `The accuracy of this version is ${percent(run.accuracy!)}. The gate requires at least ${percent(least)}.`;
  return undefined;
}

/** Rounds down, so that an accuracy below the gate does not look sufficient. */
const percent = (share: number): string => `${Math.floor(share * 1_000) / 10} %`;
