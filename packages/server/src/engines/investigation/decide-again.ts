import type { AppliedPolicy } from '#policies/model.ts';
import { type EngineContext, EngineFailure, type EngineResult } from '../engine/engine.ts';
import type { FrozenCase, RuleOutcome } from '../engine/frozen.ts';
import type { Settings } from './ask/settings.ts';
import { verdictNames } from './decide/classifications.ts';
import { type CaseTable, jsonLines, splitInput } from './evidence/case-tables.ts';
import { createEvidence, type Evidence, type EvidenceItem } from './evidence/evidence.ts';
import { readLook } from './evidence/looked-at.ts';
import { decide, getPolicy, investigate } from './investigate.ts';
import type { Investigation } from './model.ts';
import { seekMore } from './seek-more.ts';

// Decides a case again on its frozen evidence. It fetches no page and uses no tool, unless a rehearsal gathers anew.

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
  const { questions } = await seekMore(context, { settings, policy, evidence, frozen, anew: false });
  if (questions.length > 0)
    throw new EngineFailure(
      `The stored case lacks evidence that this version of the policy asks for: ${questions.join('; ')}`,
      { code: 'errand.trials.evidence_missing' },
    );
  const found = await investigate(context, { engine, settings, policy, evidence, frozen });
  return given.conclude(found);
}

export type Redecided = { verdict: string; rules: RuleOutcome[]; isGathered: boolean };
export type Lacking = { questions: string[] };

/** Decides only the verdict and the rules, for a rehearsal. Keeps nothing except the model calls. */
export async function decideAgain(
  context: EngineContext,
  policy: AppliedPolicy,
  frozen: FrozenCase,
  { anew }: { anew: boolean },
): Promise<Redecided | Lacking> {
  const { settings, evidence } = await prepare(context, policy, frozen);
  const { questions, isGathered } = await seekMore(context, { settings, policy, evidence, frozen, anew });
  if (questions.length > 0) return { questions };
  const { decision, verdict } = await decideOn(context, policy, frozen, { settings, evidence });
  return {
    isGathered,
    verdict: verdict.verdict,
    rules: decision.findings.map(({ rule, hit }) => ({
      id: rule.id,
      category: rule.category,
      title: rule.title,
      hit,
    })),
  };
}

/** Decides on the stored evidence only, and returns the whole decision with its findings. */
export async function redecide(
  context: EngineContext,
  policy: AppliedPolicy,
  frozen: FrozenCase,
): ReturnType<typeof decide> {
  return decideOn(context, policy, frozen, await prepare(context, policy, frozen));
}

type Prepared = { settings: Settings; evidence: Evidence };

function decideOn(
  context: EngineContext,
  policy: AppliedPolicy,
  { plan, lessons, knowledge }: FrozenCase,
  prepared: Prepared,
): ReturnType<typeof decide> {
  return decide(context, { ...prepared, policy, plan, lessons, knowledge });
}

async function prepare(context: EngineContext, policy: AppliedPolicy, frozen: FrozenCase): Promise<Prepared> {
  const { model, effort, baselineVerdicts, secondJudge } = frozen.settings;
  const settings: Settings = {
    model,
    isBaseline: model === 'baseline',
    baselineVerdicts,
    secondJudge,
    reviewsLikeness: false,
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
  return { settings, evidence };
}

async function thaw(evidence: Evidence, { items, queried, inputs }: FrozenCase): Promise<void> {
  for (const { image, ...item } of items)
    await evidence.add({
      ...item,
      ...(image && { image: { mediaType: image.mediaType, data: Buffer.from(image.data, 'base64') } }),
    });
  evidence.looks.push(...queried.map(readLook));
  for (const item of evidence.items) evidence.tables.push(...thawTables(item, inputs));
}

/** Reads the tables of an input, if it is still the text that the evidence was made of. */
function thawTables({ source, tables, text, isCut }: EvidenceItem, inputs: FrozenCase['inputs'] = []): CaseTable[] {
  const input = inputs.find(({ key }) => tables !== undefined && source === `input ${key}`);
  if (input === undefined) return [];
  const split = splitInput(input.key, input.value);
  const isSame = (whole: string): boolean => (isCut ? whole.startsWith(text) : whole === text);
  return isSame(split.rows) || isSame(jsonLines(input.value)) ? split.tables : [];
}
