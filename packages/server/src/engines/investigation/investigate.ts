import { type AppliedPolicy, rulesOf } from '#policies/model.ts';
import { type EngineContext, EngineFailure } from '../engine/engine.ts';
import type { Settings } from './ask/settings.ts';
import { decideByBaseline } from './decide/decide-by-baseline.ts';
import { type Decision, decideByModel } from './decide/decide-by-model.ts';
import { reachVerdict, type Verdict } from './decide/verdict.ts';
import type { Evidence } from './evidence/evidence.ts';
import { hashOf, keepArtifact } from './evidence/keep.ts';
import { gatherEvidence, planInvestigation, recallLessons } from './gather.ts';
import type { Investigation } from './model.ts';
import { citedEvidence, summarize } from './output.ts';

// The core of all engines that work with a policy: plan from its rules, gather evidence, decide each rule, pick a
// verdict from its classifications, and store enough to defend it or to decide it again.

/** Counts up when prompts, checks or the matching of words change, so that results can be told apart. */
const METHOD = 3;

export async function getPolicy(context: EngineContext): Promise<AppliedPolicy> {
  const policy = await context.policy();
  if (policy === undefined)
    throw new EngineFailure('The policy of this agent no longer exists.', { code: 'errand.policies.gone' });
  return policy;
}

export async function investigate(
  context: EngineContext,
  {
    engine,
    settings,
    policy,
    evidence,
  }: { engine: string; settings: Settings; policy: AppliedPolicy; evidence: Evidence },
): Promise<Investigation> {
  if (!evidence.items.some(({ text, image }) => text.trim() !== '' || image !== undefined))
    throw new EngineFailure('There is nothing to investigate: the inputs are empty.', {
      code: 'errand.investigations.empty',
    });
  const rules = rulesOf(policy.content);
  const lessons = await recallLessons(context, settings);
  const plan = lessons + (await planInvestigation(context, settings, policy, { rules, evidence }));
  await gatherEvidence(context, settings, policy, { rules, evidence, plan });
  const decision: Decision = settings.isBaseline
    ? { findings: await decideByBaseline(context, rules, evidence), outOfScope: [], repairs: 0 }
    : await decideByModel(context, settings, policy, rules, { evidence, plan });
  const { findings, outOfScope } = decision;
  const verdict = await reachVerdict(context, settings, { policy, findings, evidence, lessons });
  const told = {
    policy,
    model: settings.model,
    baselineVerdicts: settings.baselineVerdicts,
    evidence,
    findings,
    outOfScope,
    verdict,
  };
  const summary = await summarize(context, told);
  await keepRecord(context, { engine, policy, settings, evidence, decision, verdict });
  await evidence.verify(citedEvidence(told));
  return { ...told, summary };
}

/** The record of a decision: enough to repeat it on the same evidence, or to prove that nothing changed. */
async function keepRecord(
  context: EngineContext,
  made: {
    engine: string;
    policy: AppliedPolicy;
    settings: Settings;
    evidence: Evidence;
    decision: Decision;
    verdict: Verdict;
  },
): Promise<void> {
  const { engine, policy, settings, evidence, decision, verdict } = made;
  const { model, effort, planning, memory, sources, asked } = settings;
  const content = {
    service: { name: 'errand', version: context.version },
    engine: { id: engine, method: METHOD },
    model: { asked: model, answered_by: [...new Set(asked.flatMap((one) => one.answered_by))] },
    settings: {
      reasoning_effort: effort,
      enable_planning: planning,
      enable_memory: memory,
      ...(settings.isBaseline && { baseline_verdicts: settings.baselineVerdicts }),
      // Without a list: all tables.
      context_sources: { ...sources, tables: sources.tables ?? '*' },
    },
    policy: { policy_id: policy.policyId, version_id: policy.versionId, content_sha256: hashOf(policy.content) },
    evidence: evidence.items.map(({ reference, artifactKey, sha256, source, saved }) => ({
      reference,
      artifact_key: artifactKey,
      sha256,
      source,
      saved,
    })),
    questions: asked,
    repairs: decision.repairs,
    verdict: verdict.verdict,
  };
  await keepArtifact(context, 'record', { name: 'record', content, source: 'investigation' });
}
