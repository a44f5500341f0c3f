import type { PlaybookStep } from '@errand/contract/playbooks.ts';
import { again, ENDED, type Outcome } from '#platform/leased-work/definition.ts';
import type { LeasedWork } from '#platform/leased-work/leased-work.ts';
import type { WorkKit } from '#platform/leased-work/work-kit.ts';
import type { Logger } from '#platform/log.ts';
import { type End, endRun } from './end-run.ts';
import { runRows } from './rows.ts';
import * as store from './store.ts';
import { type Run, type StepDeps, takeStep } from './take-step.ts';

export type RunDeps = StepDeps & { wake(webhookIds: string[]): void; log: Logger };

/** A run is tried once for each look. Only tries without progress count, or a long one would be given up. */
const GOES_ON = { attempts: 0 };

/** Takes runs from step to step. */
export const createRunWork = (kit: WorkKit, deps: RunDeps): LeasedWork<store.DueRun> =>
  kit.define<store.DueRun>({
    rows: runRows,
    columns: store.DUE_COLUMNS,
    atOnce: 16,
    renewed: true,
    delaysSeconds: [1, 5, 15, 60, 300],
    async run(run, attempt): Promise<Outcome> {
      const plan = await store.getPlan(deps.database.system, run.org_id, run);
      const taken = run.step < plan.content.steps.length ? await takeStep(deps, run, plan) : undefined;
      if (taken?.kind === 'later') return again(taken.seconds, GOES_ON);
      if (taken?.kind === 'next') return again(0, { ...GOES_ON, step: run.step + 1 });
      const end = taken === undefined ? LEFT : taken.kind === 'end' ? endedBy(taken) : judge(run, plan, taken);
      if (end === undefined) return again(0, { ...GOES_ON, step: run.step + 1 });
      await endRun(deps, run, attempt, end);
      return ENDED;
    },
    onFailure(error, { id }, isLast) {
      deps.log.warn({ err: error, event: 'playbook.failed', run: id }, 'a run of a playbook failed');
      return isLast ? { state: 'failed', reason: 'Internal error. See the server log.' } : {};
    },
  });

const LEFT: End = { state: 'done', action: 'leave', outcome: null, reason: null };

const endedBy = ({ state, reason }: { state: 'failed' | 'stopped'; reason: string }): End => ({
  state,
  action: null,
  outcome: null,
  reason,
});

type Succeeded = { step: PlaybookStep; jobId: string; end: store.JobEnd };

/** What follows from a step that succeeded. Undefined: the next one. */
function judge(run: Run, { content, name }: store.Plan, { step, jobId, end }: Succeeded): End | undefined {
  if (step.then === 'escalate')
    return {
      state: 'done',
      action: 'escalate',
      outcome: end.verdict,
      reason: `Step ${step.name} of ${name}: ${end.verdict ?? 'done'}.`,
    };
  if (step.then !== 'close') return undefined;
  const rules = content.auto_close!;
  const why = findRefusal(rules, end);
  if (why !== undefined) return { ...LEFT, reason: `Step ${step.name}: ${why}` };
  const automatic = {
    playbook_id: run.playbook_id,
    version_id: run.version_id,
    step: step.name,
    job_id: jobId,
    policy_version_id: end.policy_version_id!,
  };
  const narrative = `Closed without a person. Playbook ${name}, step ${step.name}: job ${jobId} came to ${end.verdict} by version ${end.policy_version_id} of the policy.`;
  return {
    state: 'done',
    action: 'close',
    outcome: end.verdict,
    reason: null,
    closing: { rules, automatic, narrative },
  };
}

/** Only a sure verdict of the policy that has the right closes a case. */
function findRefusal(
  { outcomes, policy_id: policyId }: { outcomes: string[]; policy_id: string },
  { verdict, needs_review: needsReview, policy_id: decidedBy }: store.JobEnd,
): string | undefined {
  if (decidedBy !== policyId) return 'the policy of auto_close did not decide it.';
  if (verdict === null || !outcomes.includes(verdict)) return `${verdict ?? 'no verdict'} is for people.`;
  return needsReview ? 'the result needs a review.' : undefined;
}
