import type { AppliedPolicy } from '#policies/model.ts';
import type { EngineContext, EngineResult } from '../engine/engine.ts';
import type { FrozenCase, RuleOutcome } from '../engine/frozen.ts';
import type { Settings } from './ask/settings.ts';
import { verdictNames } from './decide/classifications.ts';
import { createEvidence, type Evidence } from './evidence/evidence.ts';
import { decide, getPolicy, investigate } from './investigate.ts';
import type { Investigation } from './model.ts';

// Decides a case again on its frozen evidence. It fetches no page and uses no tool.

/** Repeats the whole investigation for an evaluation, with copies of the evidence and its own record. */
export async function investigateAgain(
  context: EngineContext,
  frozen: FrozenCase,
  given: { engine: string; settings: Settings; conclude(found: Investigation): Promise<EngineResult> | EngineResult },
): Promise<EngineResult> {
  const policy = await getPolicy(context);
  const evidence = createEvidence(context, verdictNames(policy));
  await thaw(evidence, frozen);
  const { engine, settings } = given;
  const found = await investigate(context, { engine, settings, policy, evidence, frozen });
  return given.conclude(found);
}

export type Redecided = { verdict: string; rules: RuleOutcome[] };

/** Decides only the verdict and the rules, for a rehearsal. Keeps nothing except the model calls. */
export async function decideAgain(
  context: EngineContext,
  policy: AppliedPolicy,
  frozen: FrozenCase,
): Promise<Redecided> {
  const { decision, verdict } = await redecide(context, policy, frozen);
  return {
    verdict: verdict.verdict,
    rules: decision.findings.map(({ rule, hit }) => ({
      id: rule.id,
      category: rule.category,
      title: rule.title,
      hit,
    })),
  };
}

/** Does the same, but returns the whole decision with its findings. */
export async function redecide(
  context: EngineContext,
  policy: AppliedPolicy,
  frozen: FrozenCase,
): ReturnType<typeof decide> {
  const { model, effort, baselineVerdicts } = frozen.settings;
  const settings: Settings = {
    model,
    isBaseline: model === 'baseline',
    baselineVerdicts,
    readsImages: context.readsImages(model),
    effort,
    planning: false,
    memory: false,
    sources: { hosts: [], tools: [], tables: [] },
    connections: [],
    skillSetId: undefined,
    analyst: undefined,
    knowledgeBaseId: undefined,
    asked: [],
  };
  const evidence = createEvidence(
    {
      step: (_name, work) => work({}),
      artifact: async (name) => name,
      readArtifact: async () => undefined,
    },
    verdictNames(policy),
  );
  await thaw(evidence, frozen);
  const { plan, lessons, knowledge } = frozen;
  return decide(context, { settings, policy, evidence, plan, lessons, knowledge });
}

async function thaw(evidence: Evidence, { items, queried }: FrozenCase): Promise<void> {
  for (const { image, ...item } of items)
    await evidence.add({
      ...item,
      ...(image && { image: { mediaType: image.mediaType, data: Buffer.from(image.data, 'base64') } }),
    });
  for (const name of queried) evidence.lookedAt.add(name);
}
