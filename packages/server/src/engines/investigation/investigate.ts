import { type AppliedPolicy, type PolicyRule, rulesOf } from '#policies/model.ts';
import { type EngineContext, EngineFailure } from '../engine/engine.ts';
import type { FrozenCase, ReadKnowledge } from '../engine/frozen.ts';
import type { Settings } from './ask/settings.ts';
import { askBefore, settleOpen } from './clarify.ts';
import { citeBySimilarity } from './decide/cite-by-similarity.ts';
import { decideByBaseline } from './decide/decide-by-baseline.ts';
import { type Decision, decideByModel } from './decide/decide-by-model.ts';
import type { Finding } from './decide/findings.ts';
import { scanTables, shownLooks } from './decide/scan-tables.ts';
import { type Beginning, createShowFindings, type ShowFindings } from './decide/show-findings.ts';
import { reachVerdict, type Verdict } from './decide/verdict.ts';
import type { Evidence } from './evidence/evidence.ts';
import { hashOf, keepArtifact } from './evidence/keep.ts';
import { writeLook } from './evidence/looked-at.ts';
import { gatherEvidence, planInvestigation, readSkills, recallLessons } from './gather.ts';
import { consultKnowledge } from './knowledge/consult.ts';
import type { Investigation } from './model.ts';
import { citedEvidence, summarize } from './output.ts';

// The core of all engines that apply a policy: plan from its rules, gather evidence, decide each rule, choose a verdict
// from its classifications, and store enough to defend the verdict or to decide again.

/** Increase it when prompts, checks or word matching change, so that results can be told apart. */
const METHOD = 5;
/** Format of the part of a record from which the case can be decided again. */
const BASIS = 1;

export async function getPolicy(context: EngineContext): Promise<AppliedPolicy> {
  const policy = await context.policy();
  if (policy === undefined)
    throw new EngineFailure('The policy of this agent no longer exists.', { code: 'errand.policies.gone' });
  return policy;
}

type Given = {
  engine: string;
  settings: Settings;
  policy: AppliedPolicy;
  evidence: Evidence;
  /** If given, nothing is gathered: the case is decided on this evidence only. */
  frozen?: FrozenCase;
  /** How the output begins, so that findings are shown as they are made. */
  beginning?: Beginning;
};

export async function investigate(context: EngineContext, given: Given): Promise<Investigation> {
  const { engine, settings, policy, evidence, frozen, beginning } = given;
  if (!evidence.items.some(({ text, image }) => text.trim() !== '' || image !== undefined))
    throw new EngineFailure('There is nothing to investigate: the inputs are empty.', {
      code: 'errand.investigations.empty',
    });
  const gathered = frozen ?? (await gather(context, given));
  const { decision, verdict } = await decide(context, {
    ...gathered,
    settings,
    policy,
    evidence,
    ...(beginning && { beginning }),
    ...(frozen === undefined && {
      clarify: (found) => settleOpen(context, settings, found, { ...gathered, policy, evidence }),
    }),
  });
  const { findings, outOfScope } = decision;
  const told = {
    policy,
    model: settings.model,
    baselineVerdicts: settings.baselineVerdicts,
    reviewsLikeness: settings.reviewsLikeness,
    evidence,
    findings,
    outOfScope,
    verdict,
    knowledge: gathered.knowledge,
  };
  const summary = await summarize(context, told);
  await keepRecord(context, { engine, policy, settings, evidence, decision, verdict, gathered });
  await evidence.verify(citedEvidence(told));
  return { ...told, summary };
}

type Gathered = Pick<FrozenCase, 'plan' | 'lessons' | 'knowledge'>;

/** Gathers lessons from reviews, instructions and knowledge of the team, a plan, and evidence from the sources. */
async function gather(context: EngineContext, { settings, policy, evidence }: Given): Promise<Gathered> {
  const rules = rulesOf(policy.content);
  const lessons = await recallLessons(context, settings);
  const skills = await readSkills(context, settings, policy, { rules, evidence });
  const { knowledge, text } = await consultKnowledge(context, settings, policy, { rules, evidence });
  const known = skills + text;
  const plan = lessons + known + (await planInvestigation(context, settings, policy, { rules, evidence, known }));
  await scanTables(context, rules, evidence);
  await gatherEvidence(context, settings, policy, { rules, evidence, plan });
  await askBefore(context, settings, { policy, evidence, plan });
  return { plan, lessons, knowledge };
}

/** Decides the case. Depends only on the policy, the evidence and the model, so it can be repeated. */
export async function decide(
  context: EngineContext,
  given: Gathered & {
    settings: Settings;
    policy: AppliedPolicy;
    evidence: Evidence;
    /** Makes a last try at rules that the evidence does not settle. */
    clarify?(found: Decision): Promise<Decision>;
    beginning?: Beginning;
  },
): Promise<{ decision: Decision; verdict: Verdict }> {
  const { settings, policy, evidence, plan, lessons, knowledge, beginning } = given;
  const rules = rulesOf(policy.content);
  const show: ShowFindings | undefined = beginning && createShowFindings(context, rules, beginning);
  const first: Decision = settings.isBaseline
    ? { findings: await matchAll(context, rules, evidence, knowledge), outOfScope: [], repairs: 0 }
    : await decideByModel(context, settings, policy, rules, { evidence, plan, knowledge, show });
  const decision = (await given.clarify?.(first)) ?? first;
  const { findings } = decision;
  return { decision, verdict: await reachVerdict(context, settings, { policy, findings, evidence, lessons }) };
}

async function matchAll(
  context: EngineContext,
  rules: PolicyRule[],
  evidence: Evidence,
  knowledge: ReadKnowledge | undefined,
): Promise<Finding[]> {
  const findings = await decideByBaseline(context, rules, evidence);
  return knowledge === undefined ? findings : citeBySimilarity(context, findings, knowledge);
}

/** Stores the record of a decision: enough to repeat it on the same evidence, or to prove that nothing changed. */
async function keepRecord(
  context: EngineContext,
  made: {
    engine: string;
    policy: AppliedPolicy;
    settings: Settings;
    evidence: Evidence;
    decision: Decision;
    verdict: Verdict;
    gathered: Gathered;
  },
): Promise<void> {
  const { engine, policy, settings, evidence, decision, verdict, gathered } = made;
  const { plan, lessons, knowledge } = gathered;
  const { model, effort, planning, memory, sources, asked } = settings;
  const content = {
    service: { name: 'errand', version: context.version },
    engine: { id: engine, method: METHOD },
    model: { asked: model, answered_by: [...new Set(asked.flatMap((one) => one.answered_by))] },
    settings: {
      reasoning_effort: effort,
      enable_planning: planning,
      enable_memory: memory,
      ...(settings.secondJudge !== undefined && { second_judge: settings.secondJudge }),
      ...(settings.reviewsLikeness && { on_likeness: 'review' }),
      ...(settings.analyst && { ask_analyst: settings.analyst }),
      ...(settings.isBaseline && { baseline_verdicts: settings.baselineVerdicts }),
      // Without a list, all tables are allowed.
      context_sources: { ...sources, tables: sources.tables ?? '*' },
    },
    policy: { policy_id: policy.policyId, version_id: policy.versionId, content_sha256: hashOf(policy.content) },
    evidence: evidence.items.map((item) => ({
      reference: item.reference,
      artifact_key: item.artifactKey,
      sha256: item.sha256,
      source: item.source,
      saved: item.saved,
      description: item.description,
      is_case: item.isCase,
      ...(item.tables && { tables: item.tables }),
      ...(item.image && { image: item.image.mediaType }),
    })),
    basis: {
      format: BASIS,
      plan,
      lessons,
      ...(knowledge && { knowledge }),
      queried: shownLooks(evidence).map(writeLook),
    },
    questions: asked,
    repairs: decision.repairs,
    verdict: verdict.verdict,
  };
  await keepArtifact(context, 'record', { name: 'record', content, source: 'investigation' });
}
