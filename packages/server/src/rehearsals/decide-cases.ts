import { type EngineContext, EngineFailure, type EngineResult } from '#engines/engine/engine.ts';
import type { FrozenCase, RuleOutcome } from '#engines/engine/frozen.ts';
import { decideAgain } from '#engines/investigation/decide-again.ts';
import { getPolicy } from '#engines/investigation/investigate.ts';
import { readRules } from '#engines/investigation/read-rules.ts';
import { loadFrozen, type Unfrozen } from '#jobs/frozen/load-frozen.ts';
import { findObstacle, listPastJobs, type PastJob } from '#jobs/frozen/past-jobs.ts';
import type { Db } from '#platform/db.ts';
import { persistently } from '#platform/persist.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { AppliedPolicy } from '#policies/model.ts';
import { type ChangedRule, listUndecided, type Outcome, recordOutcomes } from './cases-store.ts';

// Decides the cases of one job of a rehearsal. Each case is recorded when it is decided, so that after a crash the job
// goes on with the next one. Model calls are steps of the job.

export type Place = {
  rehearsalId: string;
  orgId: string;
  batchIndex: number /** Gather missing evidence anew. */;
  anew: boolean;
};

/** Outcomes of the built-in model cost nothing to compute again, so several are written together. */
const WRITE_TOGETHER = 25;

export async function decideCases(
  { db, storage }: { db: Db; storage: Storage },
  { rehearsalId, orgId, batchIndex, anew }: Place,
  context: EngineContext,
): Promise<EngineResult> {
  const policy = await getPolicy(context);
  const open = await persistently(() => listUndecided(db, orgId, rehearsalId, batchIndex));
  const ids = open.map((one) => one.job_id);
  const jobs = new Map((await persistently(() => listPastJobs(db, orgId, ids))).map((job) => [job.id, job]));
  const sources = [...jobs.values()].map((job) => ({ id: job.id, evidenceOf: job.evidence_of }));
  const frozen = await loadFrozen({ db, storage, orgId }, sources);
  let outcomes: Outcome[] = [];
  const write = async (): Promise<void> => {
    const done = outcomes;
    outcomes = [];
    if (done.length > 0) await persistently(() => recordOutcomes(db, orgId, rehearsalId, done));
  };
  for (const { position, job_id: id } of open) {
    context.signal.throwIfAborted();
    const found = { job: jobs.get(id), kept: frozen.get(id) };
    outcomes.push({ position, ...(await decideCase(context, policy, found, anew)) });
    const isFree = found.kept !== undefined && 'settings' in found.kept && found.kept.settings.model === 'baseline';
    if (!isFree || outcomes.length >= WRITE_TOGETHER) await write();
  }
  await write();
  return { outputs: [{ key: 'output', data_type: 'application/json', value: JSON.stringify({ cases: open.length }) }] };
}

type Found = { job: PastJob | undefined; kept: FrozenCase | Unfrozen | undefined };

async function decideCase(
  context: EngineContext,
  policy: AppliedPolicy,
  { job, kept }: Found,
  anew: boolean,
): Promise<Omit<Outcome, 'position'>> {
  const undecided = (reason: string, questions: string[] | null = null) => ({
    after: null,
    rules: null,
    reason,
    questions,
    gathered: false,
  });
  // The job may have been deleted since the rehearsal began.
  const obstacle = job === undefined ? 'Job not found.' : findObstacle(job);
  if (obstacle !== undefined) return undecided(obstacle);
  if (kept === undefined || 'reason' in kept) return undecided(kept?.reason ?? 'The job has no stored evidence.');
  try {
    const frozen = { ...kept, inputs: job!.inputs };
    const decided = await decideAgain(contextOf(context, job!.id, kept, anew), policy, frozen, { anew });
    if ('questions' in decided) return undecided(EVIDENCE_MISSING, decided.questions);
    const { verdict, rules, isGathered: gathered } = decided;
    const changed = compareRules(readRules(job!.outputs), rules);
    return { after: verdict, rules: changed, reason: null, questions: null, gathered };
  } catch (error) {
    if (!(error instanceof EngineFailure) || isOfJob(error)) throw error;
    return undecided(error.message);
  }
}

const EVIDENCE_MISSING = 'evidence_missing';

/** Whether the failure is not about this case: another attempt may help, or a limit of the rehearsal is reached. */
const isOfJob = ({ retry, postponeSeconds, code }: EngineFailure): boolean =>
  retry || postponeSeconds !== undefined || LIMITS.includes(code);

export const LIMITS: string[] = ['errand.jobs.cost_limit', 'errand.batches.cost_limit', 'errand.credits.used_up'];

/**
 * Names steps after the case. Steps of the built-in model are not recorded, and nothing outside can be reached: only
 * the rows of the case, or to gather anew, pages and tables.
 */
function contextOf(context: EngineContext, id: string, { settings }: FrozenCase, anew: boolean): EngineContext {
  const refuse = (): never => {
    throw new Error('A rehearsal cannot reach anything outside.');
  };
  return {
    ...context,
    step:
      settings.model === 'baseline'
        ? (_name, work) => work({})
        : (name, work, options) => context.step(`${id} ${name}`, work, options),
    model: (name, request) => context.model(`${id} ${name}`, request),
    artifact: (name, content, source, step) => context.artifact(`${id}_${name}`, content, source, step),
    fetch: anew ? (name, url, options) => context.fetch(`${id} ${name}`, url, options) : refuse,
    sql: (name, question) => context.sql(`${id} ${name}`, { ...question, ...(!anew && { only: [] }) }),
    tools: refuse,
    connections: refuse,
    connectionFile: refuse,
    wait: refuse,
    progress: () => undefined,
  };
}

/** Lists the rules that were decided differently, or that only one of the versions has. */
export function compareRules(before: RuleOutcome[], after: RuleOutcome[]): ChangedRule[] {
  const titleOf = ({ category, title }: RuleOutcome): string => `${category} / ${title}`;
  const old = new Map(before.map((rule) => [titleOf(rule), rule]));
  const now = new Map(after.map((rule) => [titleOf(rule), rule]));
  return [...new Set([...now.keys(), ...old.keys()])].flatMap((title) => {
    const [was, is] = [old.get(title), now.get(title)];
    return was?.hit === is?.hit
      ? []
      : [{ rule_id: (is ?? was)!.id, title, before: was?.hit ?? null, after: is?.hit ?? null }];
  });
}
