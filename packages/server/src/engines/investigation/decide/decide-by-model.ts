import { findValueProblems } from '@errand/json-schema/check-value.ts';
import type { AppliedPolicy, PolicyRule } from '#policies/model.ts';
import type { EngineContext } from '../../engine/engine.ts';
import type { ReadKnowledge } from '../../engine/frozen.ts';
import type { JsonSchema } from '../../engine/model-call.ts';
import { ask } from '../ask/ask.ts';
import { describeEvidence, describePolicy, describeRules, imageParts, ruleNumber } from '../ask/prompts.ts';
import type { Settings } from '../ask/settings.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { cleanModelText } from '../evidence/model-text.ts';
import {
  type Claim,
  type Finding,
  findClaimProblems,
  findQuoteProblem,
  type Quote,
  quotesSchema,
  toFinding,
} from './findings.ts';
import { matchRules } from './match-rules.ts';
import { askSecondJudge } from './second-judge.ts';
import { lookAgain } from './second-look.ts';
import type { ShowFindings } from './show-findings.ts';
import { checkSupport } from './support.ts';

/** Models confuse rules in longer lists, and each finding needs room for its quotations. */
const RULES_PER_CALL = 20;
const REPAIRS_PER_CALL = 2;
/** Limits the repairs of a model that keeps failing. */
const REPAIRS_MAX = 10;

export type OutOfScope = { flag: string; reasoning: string; quotes: Quote[] };
export type Decision = { findings: Finding[]; outOfScope: OutOfScope[]; repairs: number };

type Numbered = { rule: PolicyRule; number: string; contrary: Quote | undefined };
type Open = { rule: Numbered; problems: string[] };
type Given = {
  evidence: Evidence;
  plan: string;
  knowledge?: ReadKnowledge | undefined;
  /** Shows findings to those who watch the job. */
  show?: ShowFindings | undefined;
};
type Answer = {
  findings: (Claim & { rule: string })[];
  out_of_scope?: { flag: string; reasoning: string; evidence: Quote[] }[];
};

/**
 * Lets the model decide every rule and checks each finding against the evidence. Findings that still fail after repairs
 * are marked as unsupported.
 */
export async function decideByModel(
  context: EngineContext,
  settings: Settings,
  policy: AppliedPolicy,
  rules: PolicyRule[],
  { evidence, plan, knowledge, show }: Given,
): Promise<Decision> {
  const contrary = await findContrary(context, rules, evidence);
  const numbered = rules.map((rule, index) => ({ rule, number: ruleNumber(index), contrary: contrary.get(rule) }));
  const decision: Decision = { findings: [], outOfScope: [], repairs: 0 };
  const cites = knowledge !== undefined && knowledge.typologies.length > 0;
  const images = settings.readsImages ? imageParts(evidence) : [];
  const shared = `${describePolicy(policy.content)}${plan}\n${describeEvidence(evidence)}\n`;
  for (let from = 0; from < numbered.length; from += RULES_PER_CALL) {
    const part = numbered.slice(from, from + RULES_PER_CALL);
    const name = `decide ${from / RULES_PER_CALL + 1}`;
    const claims = new Map<string, Claim[]>();
    const judge = ({ rule, number, contrary: passage }: Numbered): string[] => {
      const own = claims.get(number) ?? [];
      if (own.length > 1) return ['There is more than one finding for this rule.'];
      return findClaimProblems(own[0], evidence, { rule, contrary: passage, knowledge });
    };
    let open: Open[] = part.map((rule) => ({ rule, problems: [] }));
    for (let round = 0; ; round += 1) {
      const task = (round === 0 ? firstTask(part) : repairTask(open)) + (cites ? CITE : '');
      const answer = await ask(context, settings, round === 0 ? name : `${name} repair ${round}`, {
        prompt: [...images, { type: 'text', text: `${shared}\n${task}` }],
        schema: schemaOf(cites),
        decides: true,
        stream: show && { items: 'findings', open: () => showAsWritten(show, part, { evidence, knowledge }) },
      });
      const { findings, out_of_scope = [] } = answer.output as Answer;
      for (const { rule } of open) {
        const own = findings.filter((finding) => finding.rule.trim() === rule.number);
        if (own.length > 0) claims.set(rule.number, own);
      }
      if (round === 0) decision.outOfScope.push(...keepSupported(out_of_scope, evidence));
      open = part.map((rule) => ({ rule, problems: judge(rule) })).filter(({ problems }) => problems.length > 0);
      if (open.length === 0 || round >= REPAIRS_PER_CALL || decision.repairs >= REPAIRS_MAX) break;
      decision.repairs += 1;
    }
    const arguedAway = part.flatMap(({ contrary: passage, ...rule }) =>
      passage !== undefined &&
      claims.get(rule.number)?.[0]?.hit === false &&
      !open.some((one) => one.rule.number === rule.number)
        ? [{ ...rule, passage }]
        : [],
    );
    const hits = part.flatMap(({ rule, number }) => {
      const [claim] = claims.get(number) ?? [];
      return claim?.hit && !open.some((one) => one.rule.number === number) ? [{ rule, number, claim }] : [];
    });
    const { unsupported, alike } = await checkSupport(context, name, hits);
    const supported = hits.filter(({ number }) => !unsupported.has(number));
    const refused = await askSecondJudge(context, settings, name, supported);
    const doubts = await lookAgain(context, settings, name, arguedAway);
    const decided = part.map((rule): Finding => {
      const doubt = unsupported.get(rule.number) ?? refused.get(rule.number) ?? doubts.get(rule.number);
      const problems = doubt === undefined ? judge(rule) : [doubt];
      const finding = toFinding(rule.rule, claims.get(rule.number)?.[0], problems, { evidence, knowledge });
      return finding.hit ? { ...finding, support: alike.has(rule.number) ? 'likeness' : 'stated' } : finding;
    });
    decision.findings.push(...decided);
    show?.(decided);
    context.progress({ rules_decided: decision.findings.length, rules: rules.length });
  }
  return decision;
}

const findingSchema = (cites: boolean): JsonSchema => ({
  type: 'object',
  properties: {
    rule: { type: 'string', description: 'The number of the rule, such as R1.' },
    hit: { type: 'boolean' },
    reasoning: { type: 'string' },
    evidence: quotesSchema,
    ...(cites && { knowledge: { type: 'array', items: { type: 'string' } } }),
  },
  required: ['rule', 'hit', 'reasoning', 'evidence'],
});

const FINDING = findingSchema(true);

/** Shows each finding that the model has written to its end, if it holds at first sight. */
function showAsWritten(
  show: ShowFindings,
  part: Numbered[],
  { evidence, knowledge }: Pick<Given, 'evidence' | 'knowledge'>,
): (item: unknown) => void {
  return (item) => {
    if (findValueProblems(FINDING, item).length > 0) return;
    const claim = item as Answer['findings'][number];
    const own = part.find(({ number }) => number === claim.rule.trim());
    if (own === undefined || findClaimProblems(claim, evidence, { ...own, knowledge }).length > 0) return;
    show([toFinding(own.rule, claim, [], { evidence, knowledge })]);
  };
}

/** Finds passages that match a rule which speaks against the case. The model must address them. */
async function findContrary(
  context: EngineContext,
  rules: PolicyRule[],
  evidence: Evidence,
): Promise<Map<PolicyRule, Quote>> {
  const adverse = rules.filter(({ flag }) => flag !== 'GREEN_FLAG');
  const claims = await matchRules(context, adverse, evidence);
  return new Map(
    adverse.flatMap((rule, index): [PolicyRule, Quote][] => {
      const claim = claims[index];
      return claim?.hit && claim.evidence[0] ? [[rule, claim.evidence[0]]] : [];
    }),
  );
}

const firstTask = (
  rules: Numbered[],
): string => `Decide each of these rules on the case. A rule is hit when what it describes is there.
For a rule that is hit, quote what shows it. For one that is not, quote the passage that comes nearest to it.
Note under out_of_scope what matters but belongs to no rule.
Rules:
${describeRules(rules)}`;

const repairTask = (open: Open[]): string => `Your findings for these rules do not hold:
${open.map(({ rule, problems }) => `${rule.number}: ${problems.join(' ')}`).join('\n')}
Decide them again, only these, with references that exist and words that stand there.
Rules:
${describeRules(open.map(({ rule }) => rule))}`;

const CITE = `
Where a finding leans on the knowledge base, name the entries under knowledge by their ids, the most specific ones. They are no evidence: a finding still quotes the case.`;

function keepSupported(given: NonNullable<Answer['out_of_scope']>, evidence: Evidence): OutOfScope[] {
  return given
    .filter(({ evidence: quotes }) => quotes.length > 0 && quotes.every((one) => !findQuoteProblem(one, evidence)))
    .slice(0, 20)
    .map(({ flag, reasoning, evidence: quotes }) => ({
      flag: cleanModelText(flag, evidence),
      reasoning: cleanModelText(reasoning, evidence),
      quotes,
    }));
}

const schemaOf = (cites: boolean): JsonSchema => ({
  type: 'object',
  properties: {
    findings: { type: 'array', items: findingSchema(cites) },
    out_of_scope: {
      type: 'array',
      items: {
        type: 'object',
        properties: { flag: { type: 'string' }, reasoning: { type: 'string' }, evidence: quotesSchema },
        required: ['flag', 'reasoning', 'evidence'],
      },
    },
  },
  required: ['findings'],
});
